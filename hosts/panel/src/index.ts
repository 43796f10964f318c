/** The panel's server: the API of `packages/protocol/src/panel.ts` and the files of the page, on loopback. */
export { type PanelOptions, type ServedPanel, servePanel, untilEnded } from "./serve-panel.ts";
