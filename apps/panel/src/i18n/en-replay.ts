/** English texts of the replay of a session. */
export const enReplay = {
  replay: {
    title: "Replay",
    open: "Replay step by step",
    back: "Back to the session",
    empty: "Nothing is stored about the course of this session.",
    position: "{{at}} of {{total}}",
    slider: "Position in the session",
    previous: "Previous",
    next: "Next",
    play: "Play",
    pause: "Pause",
    keys: "← → one step · p play or pause · Home End first and last",
    moments: "What happened",
    soFarShown: "Shown so far",
    soFarLearned: "Learned so far",
    noneYet: "Nothing yet.",
    leftOut_one: "{{count}} prompt, step, error or memory is left out, because there are too many.",
    leftOut_other:
      "{{count}} prompts, steps, errors and memories are left out, because there are too many.",
    subagent: "A subagent",
  },
  moment: {
    prompt: "Prompt",
    work: "Work",
    error: "Error",
    shown: "Memory shown",
    learned: "Memory learned",
  },
};
