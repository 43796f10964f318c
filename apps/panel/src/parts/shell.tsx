/** The frame of every view: navigation, palette, project, and whether the server answers. */
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useMatches, useRouter } from "@tanstack/react-router";
import { Ellipsis, Keyboard, Search } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useEffect, useState } from "react";
import { useFeed } from "../data/feed.ts";
import { projectQuery } from "../data/project.ts";
import { useShortcuts } from "../data/shortcuts.ts";
import { todayQuery } from "../data/today.ts";
import { useWords } from "../i18n/words.ts";
import { Button, Key } from "./button.tsx";
import { DisplayMenu } from "./display-menu.tsx";
import { Commands } from "./empty.tsx";
import { focusContent } from "./focus-content.ts";
import { isMac, KeysDialog, PALETTE_KEY } from "./keys.tsx";
import { Logo } from "./logo.tsx";
import { Palette } from "./palette.tsx";
import { PAGES } from "./places.tsx";

export function Shell() {
  const { t } = useWords();
  const isOnline = useFeed();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [hasKeysOpen, setKeysOpen] = useState(false);
  const openKeys = () => setKeysOpen(true);
  useShortcuts({ "?": openKeys });
  useFocusOnMove();
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(isMac ? event.metaKey : event.ctrlKey)) return;
      event.preventDefault();
      setPaletteOpen((isOpen) => !isOpen);
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);
  return (
    <div className="shell">
      <a href="#content" className="skip">
        {t("nav.skip")}
      </a>
      <header className="side">
        <Link to="/" className="brand">
          <Logo />
          Tacit
        </Link>
        <button type="button" className="palette-button" onClick={() => setPaletteOpen(true)}>
          <Search size={15} aria-hidden="true" />
          <span>{t("palette.open")}</span>
          <Key name={PALETTE_KEY} />
        </button>
        <Navigation />
        <ProjectLine />
        <DisplayMenu>
          <Button
            look="quiet"
            className="button button-quiet keys-button"
            aria-label={t("keys.title")}
            icon={<Keyboard size={17} aria-hidden="true" />}
            onClick={openKeys}
          />
        </DisplayMenu>
      </header>
      <main id="content" tabIndex={-1}>
        {isOnline ? null : (
          <p className="offline" role="status">
            <Commands text={t("offline")} />
          </p>
        )}
        <Outlet />
      </main>
      <Palette isOpen={isPaletteOpen} setOpen={setPaletteOpen} openKeys={openKeys} />
      {hasKeysOpen ? <KeysDialog onClose={() => setKeysOpen(false)} /> : null}
    </div>
  );
}

/** Focuses the content after a move to another view, whose link is gone. */
function useFocusOnMove(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ pathChanged }) => {
        if (pathChanged) focusContent();
      }),
    [router],
  );
}

function Navigation() {
  const { t } = useWords();
  const { data } = useQuery({
    ...todayQuery,
    select: ({ needs }) => needs.review + needs.candidates + needs.proposals,
  });
  return (
    <nav aria-label={t("nav.main")}>
      {PAGES.map(({ to, name, icon: Icon, isRare }) => (
        <Link
          key={to}
          to={to}
          className={isRare === true ? "place place-rare" : "place"}
          activeOptions={{ exact: to === "/", includeSearch: false }}
        >
          <Icon size={17} aria-hidden="true" />
          <span>{t(`nav.${name}`)}</span>
          {name === "review" && data !== undefined && data > 0 ? (
            <span className="count">{data}</span>
          ) : null}
        </Link>
      ))}
      <MorePlaces />
    </nav>
  );
}

/** On a phone: the places that have no room in the bar. */
function MorePlaces() {
  const { t } = useWords();
  const rare = PAGES.filter(({ isRare }) => isRare === true);
  const isHere = useMatches({
    select: (matches) =>
      rare.some(({ to }) => matches.some(({ pathname }) => pathname.startsWith(to))),
  });
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={isHere ? "place place-more active" : "place place-more"}>
        <Ellipsis size={17} aria-hidden="true" />
        <span>{t("nav.more")}</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" sideOffset={10} align="end">
          {rare.map(({ to, name, icon: Icon }) => (
            <DropdownMenu.Item key={to} className="menu-item" asChild>
              <Link to={to}>
                <Icon size={16} aria-hidden="true" />
                {t(`nav.${name}`)}
              </Link>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function ProjectLine() {
  const { data } = useQuery(projectQuery);
  if (data === undefined) return <p className="project" />;
  return (
    <p className="project" title={data.root}>
      <strong>{data.project}</strong>
      {data.branch === null ? null : <span>{data.branch}</span>}
    </p>
  );
}
