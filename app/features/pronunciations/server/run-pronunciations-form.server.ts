import type { z } from "zod";
import { decodeText } from "#app/engines/sources/decode-text.ts";
import type { FlashKey } from "#app/features/site/flash.ts";
import { asInvalid } from "#app/features/sources/as-invalid.ts";
import type { pronunciationsFormSchema } from "../pronunciations.schema.ts";
import { maxPronunciations, maxWordLength } from "../pronunciations.ts";
import type { LexiconOwner } from "./lexicon-owner.server.ts";
import { findPronunciation, listPronunciationsPage } from "./list-pronunciations.server.ts";
import {
  deletePronunciation,
  importPronunciations,
  savePronunciation,
} from "./pronunciation-verbs.server.ts";

/** Returns the message of its success. Throws what the verbs throw. */
export async function runPronunciationsForm(
  owner: LexiconOwner,
  value: z.output<typeof pronunciationsFormSchema>,
): Promise<FlashKey> {
  if (value.intent === "delete") {
    await deletePronunciation({ owner, id: value.id });
    return "reading-deleted";
  }
  if (value.intent === "import") {
    const text = value.file && value.file.size > 0 ? await readText(value.file) : value.text;
    await importPronunciations({ owner, text });
    return "readings-imported";
  }
  const { id, word, reading, accent } = value;
  await savePronunciation({ owner, id, entry: { word, reading, accent } });
  return "reading-saved";
}

/** Spreadsheets of Japanese Windows write Shift_JIS. Throws `Invalid` beside the field whose place the file takes. */
async function readText(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return decodeText(bytes);
  } catch (error) {
    throw asInvalid(error, "text");
  }
}

export type PronunciationsPage = Awaited<ReturnType<typeof loadPronunciationsPage>>;

/** By the address: `?page=`, `?edit=` an entry, `?word=` of a new one. */
export async function loadPronunciationsPage(options: { userId: string | null; query: URLSearchParams }) {
  const { userId, query } = options;
  const numberOf = (name: string) =>
    /^[1-9]\d{0,8}$/.test(query.get(name) ?? "") ? Number(query.get(name)) : null;
  const id = numberOf("edit");
  const list = await listPronunciationsPage({ userId, page: numberOf("page") ?? 1 });
  const editing = id === null ? null : ((await findPronunciation({ userId, id })) ?? null);
  const word = [...(query.get("word") ?? "").trim()].slice(0, maxWordLength).join("");
  return { ...list, editing, word, max: userId === null ? maxPronunciations.site : maxPronunciations.member };
}
