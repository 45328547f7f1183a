import { z } from "zod";
import { tidyName } from "../accounts/tidy-name.ts";
import { longestCategory, mostCategories, readCategories } from "./playlist-categories.ts";
import { longest, nameMessages } from "./playlist-messages.ts";
import { longestSlug, slugText } from "./playlist-slug.ts";

export { nameMessages };

/** Ids fit Postgres' integer; anything else names no playlist. */
const playlistIdSchema = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .refine((id) => id < 2 ** 31);

export const playlistParams = z.object({ id: playlistIdSchema });

const name = z
  .string({ error: nameMessages.missing })
  .transform(tidyName)
  .pipe(z.string().min(1, nameMessages.missing).max(longest.name, nameMessages.tooLong));

/** Comma-separated in the call, as playlists are shown with it (spec 2 §3, §7). */
const category = z
  .string({ error: "カテゴリーは「,」で区切った文字列で指定してください" })
  // Before it is taken apart: longer than all that could be left of it.
  .max(10_000, `カテゴリーは${mostCategories}個以内で入力してください`)
  .nullable()
  .transform((text) => readCategories(text ?? ""))
  .pipe(
    z
      .array(
        z
          .string()
          .refine(
            (one) => Array.from(one).length <= longestCategory,
            `カテゴリーは1つ${longestCategory}文字以内で入力してください`,
          ),
      )
      .max(mostCategories, `カテゴリーは${mostCategories}個以内で入力してください`),
  );

/** Line breaks count as one character each, also as forms send them. */
const description = z
  .string({ error: "説明を文字で入力してください" })
  .nullable()
  .transform((text) => text?.replace(/\r\n?/g, "\n").trim() || null)
  .refine(
    (text) => (text ?? "").length <= longest.description,
    `説明は${longest.description}文字以内で入力してください`,
  );

const isPublic = z.boolean({ error: "公開・非公開を選択してください" });

/** Empty: made from the name. Null: as it is. */
const publicSlug = z
  .string({ error: "URLの名前を文字で入力してください" })
  .nullable()
  .refine((text) => !text?.trim() || slugText(text) !== "", "URLの名前に使える文字を入力してください")
  .refine(
    (text) => Array.from(slugText(text ?? "")).length <= longestSlug,
    `URLの名前は${longestSlug}文字以内で入力してください`,
  );

/** A new playlist (spec 2 §7). */
export const newPlaylistSchema = z
  .object({
    name,
    category: category.default([]),
    description: description.default(null),
    isPublic: isPublic.default(true),
  })
  .transform(({ category: categories, ...rest }) => ({ ...rest, categories }));

export type NewPlaylist = z.output<typeof newPlaylistSchema>;

/** A change of one; what is not given besides the name stays as it is (spec 2 §7). */
export const playlistChangesSchema = z
  .object({
    name,
    category: category.optional(),
    description: description.optional(),
    isPublic: isPublic.optional(),
    publicSlug: publicSlug.optional(),
  })
  .transform(({ category: categories, ...rest }) => ({ ...rest, categories }));

export type PlaylistChanges = z.output<typeof playlistChangesSchema>;

/** A playlist in the calls' lists, as `presentPlaylist` gives it (spec 2 §3). */
export const playlistReply = z
  .object({
    id: z.int(),
    userId: z.string(),
    name: z.string(),
    category: z.string().describe("「,」で区切ったカテゴリ名"),
    description: z.string().nullable(),
    isPublic: z.boolean(),
    publicSlug: z.string().nullable().describe("アドレスに使われる名前。非公開の間はnull"),
    impressionCount: z.int(),
    followerCount: z.int(),
    itemCount: z.int(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Playlist", description: "プレイリストです。" });

/** The same with its owner, as `presentOwnedPlaylist` gives it. */
export const ownedPlaylistReply = playlistReply
  .extend({
    user: z.object({
      id: z.string(),
      name: z.string(),
      picture: z.string().nullable(),
      customUserId: z.string().nullable(),
    }),
  })
  .meta({ id: "OwnedPlaylist", description: "作成者つきのプレイリストです。" });
