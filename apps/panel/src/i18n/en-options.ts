/** English texts of the options: their names for people, what they do, and their values. */
export const enOptions = {
  optionGroup: {
    agents: "Work with agents",
    repository: "Files in the repository",
    search: "Search",
    retention: "Storage time and size",
    privacy: "What is never stored",
    database: "Database",
  },
  optionName: {
    enabled: "Record and show",
    trust: "Trust in what Tacit learned alone",
    strict: "Store less",
    ask: "Ask agents for notes",
    showSecrets: "Show secret memories to agents",
    memoryFile: "Write memories into the repository",
    skillFiles: "Write procedures as skills",
    priors: "Sort by trust and age too",
    encoder: "Search by meaning",
    reranker: "Sort hits a second time",
    keepSessionDays: "Keep sessions, in days",
    keepOutputDays: "Keep the output of tools, in days",
    maxStoreMb: "Maximum size, in megabytes",
    ignore: "Paths to ignore",
    secrets: "Texts to remove",
    url: "Database server",
    authToken: "Token of the database server",
    driver: "Database driver",
  },
  option: {
    enabled:
      "Off: Tacit records nothing and shows nothing while agents work. The environment variable TACIT_OFF=1 does the same.",
    trust:
      "How sure Tacit must be of a memory that it learned from a session before agents are shown it. What you or an agent stored on purpose is not held back.",
    strict: "On: only conventions, patterns, gotchas, decisions and corrections are stored.",
    ask: "Off: agents are never asked to write down the result of their work.",
    showSecrets: "On: agents also see memories with the visibility “secret”.",
    memoryFile:
      "On: after each session, the memories that others may read are written to `.tacit/MEMORY.md` and, by topic, to `.tacit/memory`. `tacit import export .tacit/memory --edits` takes over your changes to these files.",
    skillFiles:
      "On: after each session, the procedures that others may read are written to `.agents/skills` and `.claude/skills`. `tacit import skills` takes over your changes.",
    priors: "On: of two memories that match equally well, source, trust, age and use decide.",
    encoder:
      "Finds memories that say the same in other words. Off: only words, files and errors are compared. This choice takes precedence over `tacit models use`.",
    reranker:
      "A model compares the best hits with the question once more. This choice takes precedence over `tacit models use`.",
    keepSessionDays: "Then the events of a session are deleted. Memories stay.",
    keepOutputDays: "Counted from the day on which Tacit learned from the session.",
    maxStoreMb: "When the database is larger, the oldest sessions are deleted.",
    ignore:
      "Patterns of paths whose content is never stored, besides the built-in list. `.tacit.json` can add more.",
    secrets:
      "Patterns of texts that are removed before anything is stored, besides the built-in rules. `.tacit.json` can add more.",
    url: "Address of a libSQL server to use instead of the local file. Agents wait at most 1.5 seconds for it, and 3 seconds at the start of a session. Everyone with access to this server can read, change and delete everything in it, also memories marked personal or secret, prompts and handoffs. The events recorded so far and not yet processed are stored there too.",
    authToken: "It is never shown. To set it, run `tacit config set authToken`.",
    driver: "node-sqlite is built in. libsql must be installed separately.",
  },
  optionDefault: {
    encoder: "the choice of `tacit models use`, otherwise built-in",
    reranker: "the choice of `tacit models use`, otherwise passages",
    ignore: "the built-in list",
    secrets: "the built-in rules",
  },
  optionValue: {
    on: "On",
    off: "Off",
    default: "Normal",
    L1: "L1: after your review, from a confidence of 80%, at the start of a session",
    L2: "L2: from a confidence of 65%",
    L3: "L3: from a confidence of 55%",
    L4: "L4: from a confidence of 45%",
    "built-in": "Built-in model",
    turns: "Passages of conversations",
    late: "Every hit",
  },
};
