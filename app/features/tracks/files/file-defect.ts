import type { fileDefects } from "#db/schema/index.ts";

/** What is wrong with a stored file: there is none, or its bytes are not those of its row. */
export type FileDefect = (typeof fileDefects)[number];
