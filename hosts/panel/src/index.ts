/** The panel's server on loopback: the API of `packages/protocol/src/panel.ts` and the files of the page. */
export { describeFailure } from "./api/library-text.ts";
export type { PanelMachine } from "./panel-machine.ts";
export { createPanelSite } from "./panel-site.ts";
export { panelAddress, servePanel, untilEnded } from "./serve-panel.ts";
