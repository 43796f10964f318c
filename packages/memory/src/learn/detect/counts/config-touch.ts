/**
 * config_touch: a code change required a change of configuration in the same piece of work. Only counted, with the folders
 * involved: configurations follow new files, packages and moves.
 */
import type { Signal } from "../../../domain/signal.ts";
import { counted, type Detector, editedFiles, perAgent } from "../detector.ts";
import type { Step, Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";
import { isConfigFile } from "./config-file.ts";

export const CONFIG_TOUCH: Detector = {
  type: "config_touch",
  isStatistic: true,
  detect: perAgent(detectIn),
};

function detectIn(trace: Trace, steps: readonly Step[]): Signal[] {
  const code = editedFiles(steps).filter((file) => !isConfigFile(file));
  if (code.length < DETECT.configMinFiles) return [];
  const found = new Map<string, Signal>();
  for (const step of steps) {
    const config = editedFiles([step]).find(isConfigFile);
    if (config === undefined || found.has(config)) continue;
    found.set(
      config,
      counted(trace, {
        type: "config_touch",
        from: [step],
        files: [config],
        subject: `config:${config}`,
        detail: `\`${config}\` was changed with ${code.length} other files`,
      }),
    );
  }
  return [...found.values()];
}
