import type { z } from "zod";
import type { FlashKey } from "#app/features/site/flash.ts";
import type { ReadingsPage } from "../components/readings-editor.tsx";
import type { readingsFormSchema } from "../readings.schema.ts";
import { maxReadings, maxWordLength } from "../readings.ts";
import { findReading, listReadingsPage } from "./list-readings.server.ts";
import type { ReadingOwner } from "./reading-owner.server.ts";
import { deleteReading, importReadings, saveReading } from "./reading-verbs.server.ts";

/** Does what a form of a dictionary's page asks for, and returns the message of its success. Throws what the verbs throw. */
export async function runReadingsForm(
  owner: ReadingOwner,
  value: z.output<typeof readingsFormSchema>,
): Promise<FlashKey> {
  if (value.intent === "delete") {
    await deleteReading({ owner, id: value.id });
    return "reading-deleted";
  }
  if (value.intent === "import") {
    const text = value.file && value.file.size > 0 ? await value.file.text() : value.text;
    await importReadings({ owner, text });
    return "readings-imported";
  }
  const { id, word, reading, accent } = value;
  await saveReading({ owner, id, entry: { word, reading, accent } });
  return "reading-saved";
}

/** The data of a dictionary's page, by its address: `?page=`, `?edit=` an entry, `?word=` of a new one. */
export async function loadReadingsPage(options: {
  /** Null for the dictionary of the site. */
  userId: string | null;
  query: URLSearchParams;
}): Promise<ReadingsPage> {
  const { userId, query } = options;
  const numberOf = (name: string) =>
    /^[1-9]\d{0,8}$/.test(query.get(name) ?? "") ? Number(query.get(name)) : null;
  const id = numberOf("edit");
  const list = await listReadingsPage({ userId, page: numberOf("page") ?? 1 });
  const editing = id === null ? null : ((await findReading({ userId, id })) ?? null);
  const word = [...(query.get("word") ?? "").trim()].slice(0, maxWordLength).join("");
  return { ...list, editing, word, max: userId === null ? maxReadings.site : maxReadings.member };
}
