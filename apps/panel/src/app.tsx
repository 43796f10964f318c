/** Maps addresses to views and provides what all views need. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  RouterProvider,
} from "@tanstack/react-router";
import { CallFailed } from "./data/api.ts";
import { NotFound } from "./parts/empty.tsx";
import { Notices } from "./parts/notices.tsx";
import { Shell } from "./parts/shell.tsx";
import { AskView, readQuestion } from "./views/ask/ask-view.tsx";
import { readCodeFilters, readFilePlace, readGraphFocus } from "./views/code/addresses.ts";
import { readFilters } from "./views/memories/filters.ts";
import { MemoriesView } from "./views/memories/memories-view.tsx";
import { MemoryView } from "./views/memory/memory-view.tsx";
import { ReviewView } from "./views/review/review-view.tsx";
import { readMoment, SessionView } from "./views/sessions/session-view.tsx";
import { SessionsView } from "./views/sessions/sessions-view.tsx";
import { SettingsView } from "./views/settings/settings-view.tsx";
import { TeachView } from "./views/teach/teach-view.tsx";
import { TodayView } from "./views/today/today-view.tsx";

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });
const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: "/", component: TodayView }),
  createRoute({
    getParentRoute: () => root,
    path: "/memories",
    component: MemoriesView,
    validateSearch: readFilters,
  }),
  createRoute({ getParentRoute: () => root, path: "/memories/$id", component: MemoryView }),
  createRoute({ getParentRoute: () => root, path: "/review", component: ReviewView }),
  createRoute({ getParentRoute: () => root, path: "/sessions", component: SessionsView }),
  createRoute({
    getParentRoute: () => root,
    path: "/sessions/$id",
    component: SessionView,
    validateSearch: readMoment,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/sessions/$id/replay",
    component: lazyRouteComponent(() => import("./views/sessions/replay-view.tsx"), "ReplayView"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/code",
    component: lazyRouteComponent(() => import("./views/code/code-view.tsx"), "CodeView"),
    validateSearch: readCodeFilters,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/code/file",
    component: lazyRouteComponent(() => import("./views/code/file-view.tsx"), "FileView"),
    validateSearch: readFilePlace,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/graph",
    component: lazyRouteComponent(() => import("./views/graph/graph-view.tsx"), "GraphView"),
    validateSearch: readGraphFocus,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/ask",
    component: AskView,
    validateSearch: readQuestion,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/teach",
    component: TeachView,
    validateSearch: readQuestion,
  }),
  createRoute({ getParentRoute: () => root, path: "/settings", component: SettingsView }),
  createRoute({
    getParentRoute: () => root,
    path: "/start",
    component: lazyRouteComponent(() => import("./views/start/start-view.tsx"), "StartView"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/start/learned",
    component: lazyRouteComponent(() => import("./views/start/learned-view.tsx"), "LearnedView"),
  }),
]);
export const router = createRouter({ routeTree, defaultPreload: false, scrollRestoration: true });

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A request that the server refused is not retried. If the server is unreachable, the page shows that, and the feed
      // reloads the data after a reconnection.
      retry: (count, error) => count < 2 && !(error instanceof CallFailed),
      refetchOnWindowFocus: false,
    },
  },
});

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <Notices>
        <RouterProvider router={router} />
      </Notices>
    </QueryClientProvider>
  );
}
