/**
 * Imports skill files: an edit of a file that Tacit wrote changes the procedure, and a skill that a person wrote becomes a
 * procedure. What changed both in the file and in the store stays as it is in both.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { redactTogether } from "@tacit-memory/redact";
import { applyEdit, remember } from "../../curate/memories.ts";
import { NEW_PROCEDURE_CONFIDENCE, procedureText } from "../../curate/revise/procedure.ts";
import { recordChange } from "../../curate/undo/record-change.ts";
import { MemoryError } from "../../domain/errors.ts";
import type { MemoryId } from "../../domain/ids.ts";
import { type Memory, RULE_FILE_TAG } from "../../domain/memory.ts";
import { forgottenIds } from "../../store/memories/erase.ts";
import { findExternal, getMemories } from "../../store/memories/memories.ts";
import { readLedger, writeLedger } from "../../store/sessions/ledger.ts";
import type { Workspace } from "../../workspace.ts";
import { putFile } from "../markdown/generated-file.ts";
import type { ImportTrust } from "../rules/as-stated-elsewhere.ts";
import type { ReadSkill } from "./read-skill.ts";
import { asWritten, hashOf, SKILL_SOURCE, type Skill, skillOf } from "./skill.ts";
import {
  folderAt,
  foldersIn,
  isAsWritten,
  isReadByAgents,
  type OwnSkillFile,
  ownFiles,
  type SkillFile,
  type SkillFolder,
  skillFilesIn,
} from "./skill-folders.ts";
import { stepsOfText } from "./steps-of-text.ts";
import { writeSkill } from "./write-skill.ts";

interface ImportedSkill {
  readonly path: string;
  readonly id: MemoryId;
}

export interface SkillsReport {
  /** Number of skill files found. */
  readonly read: number;
  /** Number of files whose texts the store has, or had when they were imported. */
  readonly unchanged: number;
  readonly changed: readonly ImportedSkill[];
  readonly added: readonly ImportedSkill[];
  /** Changed in the file and in the store, or different in two files of one name: nothing was changed. */
  readonly conflicts: readonly ImportedSkill[];
  /** Files and lines that were not imported, with the reason. */
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
}

export interface SkillsRequest extends ImportTrust {
  /** Absolute path of a folder of skills; without it, the folders that agents read. */
  readonly folder?: string | undefined;
  /** Only the skill of this name. */
  readonly name?: string | undefined;
}

/** Imports the skills as one change that can be undone. Throws "input_missing" for a folder that does not exist. */
export async function importSkills(
  workspace: Workspace,
  { folder, name, isTrusted = false }: SkillsRequest = {},
): Promise<SkillsReport> {
  const { root } = workspace.identity;
  const places = folder === undefined ? foldersIn(root) : [folderAt(root, folder)];
  const run = await recordChange(workspace, { what: "import skills" }, async (recorded) => {
    const started = new Import(recorded, isTrusted);
    for (const place of places) await started.takeFolder(place, name);
    return started;
  });
  for (const { root, file, id } of run.edited) await renewMark(workspace, root, file, id);
  return run.report;
}

/**
 * Writes a file again if the store now has all of its texts, so that its hash is the one of these texts: after the store has stored
 * them for certain.
 */
async function renewMark(
  { db }: Workspace,
  root: string,
  { name, path, read }: OwnSkillFile,
  id: MemoryId,
): Promise<void> {
  const [memory] = await getMemories(db, [id]);
  const skill = memory === undefined ? null : skillOf(memory);
  if (skill === null || read.loose.length > 0 || hashOf(skill) !== hashOf(read.skill)) return;
  putFile(root, path, writeSkill(read.mark.memory, name, skill));
}

/** One import, with what it has read so far. */
class Import {
  readonly report = {
    read: 0,
    unchanged: 0,
    changed: [] as ImportedSkill[],
    added: [] as ImportedSkill[],
    conflicts: [] as ImportedSkill[],
    refused: [] as { path: string; reason: string }[],
  };
  /** Files of Tacit with edits, and the memories that they name. */
  readonly edited: { readonly root: string; readonly file: OwnSkillFile; readonly id: MemoryId }[] =
    [];
  readonly #workspace: Workspace;
  readonly #isTrusted: boolean;
  /** Hashes of the skills that people wrote, by their keys. */
  readonly #seen = new Map<string, string>();

  constructor(workspace: Workspace, isTrusted: boolean) {
    this.#workspace = workspace;
    this.#isTrusted = isTrusted;
  }

  async takeFolder(place: SkillFolder, name: string | undefined): Promise<void> {
    const files = skillFilesIn(place);
    if (files === null) return this.#refuse(place.folder, "the path is a link, or not a folder");
    const own = ownFiles(files);
    for (const file of files.filter((one) => name === undefined || one.name === name)) {
      this.report.read++;
      const { read } = file;
      if ("problem" in read) {
        this.#refuse(this.#shown(place, file), read.problem);
        continue;
      }
      const marked = read.mark === null ? undefined : own.get(read.mark.memory);
      if (marked === undefined || marked.path !== file.path)
        await this.#takeWritten(place, file, read);
      else await this.#takeMarked(place, marked);
    }
  }

  #shown({ root }: SkillFolder, { path }: SkillFile): string {
    return root === this.#workspace.identity.root ? path : join(root, path);
  }

  #refuse(path: string, reason: string): void {
    this.report.refused.push({ path, reason });
  }

  /** Takes a file that Tacit wrote, here or in another store. */
  async #takeMarked(place: SkillFolder, file: OwnSkillFile): Promise<void> {
    const { db, projectId } = this.#workspace;
    const path = this.#shown(place, file);
    const { skill: raw, mark, loose } = file.read;
    const externalId = `${SKILL_SOURCE}${mark.memory}`;
    const [byId] = await getMemories(db, [mark.memory]);
    const memory = byId ?? (await findExternal(db, projectId, externalId));
    if (memory === null) {
      const isForgotten = (await forgottenIds(db, [mark.memory])).has(mark.memory);
      if (isForgotten) return this.#refuse(path, "you forgot this procedure");
      await this.#add(place, file, { skill: raw, externalId, counts: file.read });
      return;
    }
    // A copy of another project's file.
    if (memory.projectId !== null && memory.projectId !== projectId)
      return this.#takeWritten(place, file, file.read);
    for (const line of loose)
      this.#refuse(path, `a procedure has no place for this, so it stays in the file: ${line}`);
    await this.#compare(path, file, memory);
    if (!isAsWritten(file)) this.edited.push({ root: place.root, file, id: memory.id });
  }

  async #compare(path: string, file: OwnSkillFile, memory: Memory): Promise<void> {
    const skill = this.#redacted(file.read.skill);
    const current = skillNow(memory);
    const isSame = current !== null && hashOf(current) === hashOf(skill);
    if (isSame || isAsWritten(file)) this.report.unchanged++;
    else if (current === null) this.#refuse(path, REPLACED);
    else if (hashOf(current) !== file.read.mark.hash)
      this.report.conflicts.push({ path, id: memory.id });
    else await this.#change(path, memory, skill);
  }

  /** Takes a file that a person wrote. What it stated at the last import is in the ledger. */
  async #takeWritten(place: SkillFolder, file: SkillFile, read: ReadSkill): Promise<void> {
    const { db } = this.#workspace;
    const path = this.#shown(place, file);
    const skill = this.#redacted(withSteps(read, path));
    const [key, hash] = [this.#keyOf(place, file), hashOf(skill)];
    const entry = await readLedger(db, key);
    const seen = this.#seen.get(key.sourceKey) ?? hash;
    this.#seen.set(key.sourceKey, seen);
    if (entry !== undefined && seen !== hash)
      this.report.conflicts.push({ path, id: entry.outcome as MemoryId });
    else if (entry?.contentHash === hash) this.report.unchanged++;
    else {
      const [memory] =
        entry === undefined ? [] : await getMemories(db, [entry.outcome as MemoryId]);
      const id = await this.#renew(place, file, skill, memory, entry?.contentHash);
      const { nowMs } = this.#workspace.moment();
      if (id !== null) await writeLedger(db, key, { contentHash: hash, outcome: id }, nowMs);
    }
  }

  /** Returns the memory that states the skill; null if none does. */
  async #renew(
    place: SkillFolder,
    file: SkillFile,
    skill: Skill,
    memory: Memory | undefined,
    before: string | undefined,
  ): Promise<MemoryId | null> {
    const path = this.#shown(place, file);
    if (memory === undefined) {
      const externalId = `${SKILL_SOURCE}${this.#keyOf(place, file).sourceKey}`;
      return this.#add(place, file, { skill, externalId, counts: { successes: 0, failures: 0 } });
    }
    const current = skillNow(memory);
    if (current === null) this.#refuse(path, REPLACED);
    else if (hashOf(current) === hashOf(skill)) {
      this.report.unchanged++;
      return memory.id;
    } else if (hashOf(current) !== before) this.report.conflicts.push({ path, id: memory.id });
    else if (await this.#change(path, memory, skill)) return memory.id;
    return null;
  }

  #keyOf(place: SkillFolder, file: SkillFile) {
    const { projectId } = this.#workspace;
    // A skill is one for all agents: its copies in their folders have one name.
    const source = isReadByAgents(this.#workspace, place) ? file.name : this.#shown(place, file);
    const sourceKey = createHash("sha256").update(source).digest("hex").slice(0, 32);
    return { projectId, sourceType: "skill", sourceKey };
  }

  #redacted(skill: Skill): Skill {
    return asWritten(redactTogether(skill, this.#workspace.redaction) as Skill);
  }

  /** Adds the procedure of a file. Returns the memory that states it; null if it was refused. */
  async #add(
    place: SkillFolder,
    file: SkillFile,
    { skill, externalId, counts: { successes, failures } }: NewSkill,
  ): Promise<MemoryId | null> {
    const path = this.#shown(place, file);
    const { title, trigger, ...parts } = skill;
    const isInProject = place.root === this.#workspace.identity.root;
    // Hosts show the skills that a person wrote themselves, as they do rule files.
    const isShownByHost =
      isReadByAgents(this.#workspace, place) && "mark" in file.read && file.read.mark === null;
    const { id, mergedInto, reason } = await remember(this.#workspace, {
      type: "workflow_recipe",
      title,
      content: procedureText({ trigger, ...parts }),
      payload: { trigger, ...parts, successes, failures },
      source: this.#isTrusted ? "user_taught" : "imported",
      ...(this.#isTrusted ? {} : { confidence: NEW_PROCEDURE_CONFIDENCE }),
      externalId,
      files: isInProject && externalId !== markedId(file) ? [join(place.root, file.path)] : [],
      tags: ["procedure", ...(isShownByHost ? [RULE_FILE_TAG] : [])],
      isVerbatim: true,
    });
    if (id === null) this.#refuse(path, reason ?? "refused");
    else if (mergedInto !== null) this.report.unchanged++;
    else this.report.added.push({ path, id });
    return id;
  }

  /** Changes the procedure to the texts of a file. Returns false if the store refused them. */
  async #change(path: string, memory: Memory, skill: Skill): Promise<boolean> {
    const { title, trigger, ...parts } = skill;
    if (parts.steps.length === 0) {
      this.#refuse(
        path,
        "a procedure needs at least one step, in a list below the heading ## Steps",
      );
      return false;
    }
    const content = procedureText({ trigger, ...parts });
    try {
      const payload = { ...memory.payload, trigger, ...parts };
      await applyEdit(this.#workspace, memory, { title, content, payload });
    } catch (error) {
      if (!MemoryError.is(error, "usage")) throw error;
      this.#refuse(path, String(error.facts["reason"] ?? error.message));
      return false;
    }
    this.report.changed.push({ path, id: memory.id });
    return true;
  }
}

const REPLACED = "the procedure is archived or was replaced";

/** Returns the skill of a memory that is valid now. */
function skillNow(memory: Memory): Skill | null {
  const isValid = memory.state === "active" && memory.supersededBy === null;
  return isValid ? skillOf(memory) : null;
}

interface NewSkill {
  readonly skill: Skill;
  readonly externalId: string;
  readonly counts: { readonly successes: number; readonly failures: number };
}

function markedId({ read }: SkillFile): string | null {
  return "mark" in read && read.mark !== null ? `${SKILL_SOURCE}${read.mark.memory}` : null;
}

/** Returns the skill with steps: those of its section, or what its text has instead. */
function withSteps({ skill, body }: ReadSkill, path: string): Skill {
  if (skill.steps.length > 0) return skill;
  const steps = stepsOfText(body);
  return { ...skill, steps: steps.length > 0 ? steps : [`Read \`${path}\` and follow it`] };
}
