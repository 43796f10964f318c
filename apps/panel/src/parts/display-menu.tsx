/** Menu for theme and language. */
import { Languages, SunMoon } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import {
  LANGUAGES,
  type Language,
  setPreferences,
  THEMES,
  type Theme,
  usePreferences,
} from "../data/preferences.ts";
import { useWords } from "../i18n/words.ts";

/** `children`: more buttons of the same kind. */
export function DisplayMenu({ children }: { readonly children: ReactNode }) {
  const { t } = useWords();
  const { theme, language } = usePreferences();
  return (
    <div className="display">
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className="button button-quiet" aria-label={t("theme.label")}>
          <SunMoon size={17} aria-hidden="true" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" sideOffset={6} align="start">
            <DropdownMenu.RadioGroup
              value={theme}
              onValueChange={(chosen) => setPreferences({ theme: chosen as Theme })}
            >
              {THEMES.map((item) => (
                <DropdownMenu.RadioItem key={item} value={item} className="menu-item">
                  {t(`theme.${item}`)}
                  <DropdownMenu.ItemIndicator>✓</DropdownMenu.ItemIndicator>
                </DropdownMenu.RadioItem>
              ))}
            </DropdownMenu.RadioGroup>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className="button button-quiet" aria-label={t("language.label")}>
          <Languages size={17} aria-hidden="true" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" sideOffset={6} align="start">
            <DropdownMenu.RadioGroup
              value={language}
              onValueChange={(chosen) => setPreferences({ language: chosen as Language })}
            >
              {LANGUAGES.map((item) => (
                <DropdownMenu.RadioItem key={item} value={item} className="menu-item" lang={item}>
                  {t(`language.${item}`)}
                  <DropdownMenu.ItemIndicator>✓</DropdownMenu.ItemIndicator>
                </DropdownMenu.RadioItem>
              ))}
            </DropdownMenu.RadioGroup>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {children}
    </div>
  );
}
