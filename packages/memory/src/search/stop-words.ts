/** Words without meaning in a question: English and French function words, and words used to address an agent. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a about above after again all also am an and any are aren as at be because been before being below between both " +
    "but by can cannot could couldn did didn do does doesn doing don down during each else ever every few for from " +
    "further get gets give go going got had hadn has hasn have haven having he her here hers him his how however i if " +
    "in into is isn it its itself just know let like ll make makes many may maybe me might mine more most much must my " +
    "need needs no nor not now of off ok okay on once one only or other our ours out over own please put re really " +
    "right s same say see shall she should shouldn show so some still such sure t tell than thank thanks that the " +
    "their theirs them then there these they thing things this those through to too under until up us use used uses " +
    "using ve very want wants was wasn way we well were weren what when where whether which while who whom whose why " +
    "will with won would wouldn yes yet you your yours " +
    "au aux avec ce ces cette dans de des du elle en est et il ils je la le les leur lui mais ne nous on ou par pas " +
    "pour qu que qui sa se ses son sont sur tu un une vous"
  ).split(" "),
);
