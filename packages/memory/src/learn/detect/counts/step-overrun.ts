/**
 * step_overrun: the session took many more steps than earlier ones in this project. Only counted; comparing a kind of task
 * with all tasks is calibration (synthesize/calibration.ts).
 */
import { counted, type Detector } from "../detector.ts";
import { DETECT } from "../tuning.ts";

export const STEP_OVERRUN: Detector = {
  type: "step_overrun",
  isStatistic: true,
  detect: (trace) => {
    const { usual, steps } = trace;
    const last = steps.at(-1);
    if (usual === null || last === undefined) return [];
    const times = steps.length / usual.steps;
    if (steps.length < DETECT.overrunMinSteps || times < DETECT.overrunTimes) return [];
    return [
      counted(trace, {
        type: "step_overrun",
        agentId: null,
        from: [last],
        subject: "steps",
        detail: `${steps.length} steps, ${times.toFixed(1)} times the usual number in this project`,
      }),
    ];
  },
};
