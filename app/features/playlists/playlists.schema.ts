import { z } from "zod";
import { normalizeName } from "#app/features/accounts/normalize-name.ts";
import { addressParams } from "#app/features/address.schema.ts";
import { rowId } from "#app/features/row-id.schema.ts";
import { atMost, measuredText } from "#app/features/text.schema.ts";
import { trackIdSchema, trackReply } from "#app/features/tracks/tracks.schema.ts";
import { normalizeText } from "#app/lib/characters.ts";
import { isMeasured } from "#app/lib/normalize-unicode.ts";
import { maxDescriptionLength, maxNameLength, nameMessages } from "./edit/playlist-form.ts";
import { maxSlugLength, slugify } from "./edit/playlist-slug.ts";
import { maxPlaylistItems } from "./playlist.ts";
import { maxCategories, maxCategoryLength, parseCategories } from "./playlist-categories.ts";
import { parsePosition, positionMessage } from "./reorder/item-positions.ts";

/** A positive integer within Postgres' `integer`. */
const playlistIdSchema = rowId();

/** Also what the functions say that look for a playlist. */
export const playlistMissing = "プレイリストが見つかりません";

export const playlistParams = addressParams({ id: playlistIdSchema }, playlistMissing);

export const itemParams = addressParams({ id: playlistIdSchema, itemId: trackIdSchema }, playlistMissing);

const name = measuredText({
  error: nameMessages.missing,
  max: maxNameLength,
  tooLong: nameMessages.tooLong,
})
  .transform(normalizeName)
  .pipe(z.string().min(1, nameMessages.missing).check(atMost(maxNameLength, nameMessages.tooLong)));

const category = z
  .string({ error: "カテゴリーは「,」で区切った文字列で指定してください" })
  .refine((text) => isMeasured(text, maxCategories * (maxCategoryLength + 1)), {
    error: `カテゴリーは${maxCategories}個以内、1つ${maxCategoryLength}文字以内で入力してください`,
    abort: true,
  })
  .nullable()
  .transform((text) => parseCategories(text ?? ""))
  .pipe(
    z
      .array(
        z
          .string()
          .refine(
            (one) => Array.from(one).length <= maxCategoryLength,
            `カテゴリーは1つ${maxCategoryLength}文字以内で入力してください`,
          ),
      )
      .max(maxCategories, `カテゴリーは${maxCategories}個以内で入力してください`),
  );

/** CRLF, which forms send, counts as one character. */
const description = z
  .string({ error: "説明を文字で入力してください" })
  .nullable()
  .transform((text) => normalizeText(text ?? ""))
  .pipe(
    z.string().check(atMost(maxDescriptionLength, `説明は${maxDescriptionLength}文字以内で入力してください`)),
  )
  .transform((text) => text || null);

const isPublic = z.boolean({ error: "公開・非公開を選択してください" });

const slugTooLong = `URLの名前は${maxSlugLength}文字以内で入力してください`;

/** "" derives the slug from the name; null leaves it. */
const publicSlug = measuredText({
  error: "URLの名前を文字で入力してください",
  max: maxSlugLength,
  tooLong: slugTooLong,
})
  .nullable()
  .refine((text) => !text?.trim() || slugify(text) !== "", "URLの名前に使える文字を入力してください")
  .refine((text) => Array.from(slugify(text ?? "")).length <= maxSlugLength, slugTooLong);

export const newPlaylistSchema = z
  .object({
    name,
    category: category.default([]),
    description: description.default(null),
    isPublic: isPublic.default(true),
  })
  .transform(({ category: categories, ...rest }) => ({ ...rest, categories }));

export type NewPlaylist = z.output<typeof newPlaylistSchema>;

const changedFields = z.object({
  name,
  category: category.optional(),
  description: description.optional(),
  isPublic: isPublic.optional(),
  publicSlug: publicSlug.optional(),
});

/** Absent fields stay as they are; the name is required. */
export const playlistChangesSchema = changedFields.transform(({ category: categories, ...rest }) => ({
  ...rest,
  categories,
}));

export type PlaylistChanges = z.output<typeof playlistChangesSchema>;

const formText = z.string("文字で入力してください").optional();

/** `categoryDraft`, the text left in the category input, counts as a category. */
const formFields = z.object({
  name: formText,
  category: formText,
  categoryDraft: formText,
  description: formText,
  isPublic: formText,
});

function bodyOfForm<Form extends z.output<typeof formFields>>(form: Form) {
  const { category, categoryDraft, isPublic, ...fields } = form;
  return {
    ...fields,
    category: [category, categoryDraft].filter((text) => text !== undefined && text !== "").join(","),
    isPublic: isPublic === undefined ? undefined : isPublic === "true",
  };
}

export const newPlaylistForm = formFields.transform(bodyOfForm).pipe(z.any().pipe(newPlaylistSchema));

export const editPlaylistForm = formFields
  .extend({ publicSlug: formText, redirect: formText })
  .transform(bodyOfForm)
  .pipe(
    z.any().pipe(
      changedFields
        .extend({ redirect: formText })
        .transform(({ redirect, category: categories, ...rest }) => ({
          redirect,
          playlist: { ...rest, categories },
        })),
    ),
  );

export const deletePlaylistForm = z.object({ redirect: z.string().optional() });

export const playlistReply = z
  .object({
    id: z.int(),
    userId: z.string(),
    name: z.string(),
    category: z.string().describe("「,」で区切ったカテゴリー名"),
    description: z.string().nullable(),
    isPublic: z.boolean(),
    publicSlug: z.string().nullable().describe("アドレスに使われる名前。非公開の間はnull"),
    impressionCount: z.int(),
    followerCount: z.int(),
    itemCount: z.int(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Playlist", description: "プレイリストです。" });

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

/** A removed track and its position, as `removedItemPath` writes them. */
export const removedItem = z
  .string({ error: "操作を読み取れませんでした" })
  .regex(/^\d{1,10}\.[1-9]\d{0,3}$/, "操作を読み取れませんでした")
  .transform((text) => {
    const [trackId = "", order = ""] = text.split(".");
    return { trackId, order: Number(order) };
  })
  .pipe(z.object({ trackId: trackIdSchema, order: z.int() }));

export const playlistPageForm = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.enum(["follow", "unfollow"]) }),
    z.object({ intent: z.literal("remove"), itemId: itemParams.shape.itemId }),
    z.object({ intent: z.literal("restore"), removed: removedItem }),
  ],
  { error: "操作を読み取れませんでした" },
);

export const ogParams = addressParams({ id: playlistIdSchema, customUserId: z.string() }, playlistMissing);

export const slugParams = z.object({ slug: z.string() });
export const ownSlugParams = slugParams.extend({ userId: z.string() });

export const itemReply = z
  .object({
    id: z.int(),
    order: z.int().describe("1から始まる順番。見えない音声の順番は飛びます"),
    track: trackReply,
  })
  .meta({ id: "PlaylistItem", description: "プレイリストの中の音声です。" });

export const playlistWithItemsReply = ownedPlaylistReply
  .extend({ items: z.array(itemReply) })
  .meta({ id: "WholePlaylist", description: "プレイリストと、その中のすべての音声です。" });

export const ogReply = z.object({
  title: z.string(),
  description: z.string(),
  imageUrl: z.url(),
  url: z.url(),
  type: z.string(),
  siteName: z.string(),
});

const message = "itemsには、項目のidと順番（order）を整数で並べてください";

/** An integer that both databases can store. */
const integer = z
  .number(message)
  .int(message)
  .min(-(2 ** 31), message)
  .max(2 ** 31 - 1, message);

const itemPosition = z.object({ id: integer, order: integer }, message);

export const reorderBody = z.object({
  items: z
    .array(itemPosition, message)
    .max(maxPlaylistItems, `一度に${maxPlaylistItems.toLocaleString("ja-JP")}件まで指定できます`),
});

export const reorderReply = z.object({ items: z.array(itemPosition), updatedAt: z.iso.datetime() });

export const itemFormSchema = z.object({
  intent: z.enum(["move", "remove"], { error: "操作を読み取れませんでした" }).default("move"),
  order: z.string().optional(),
});

/** A move's target. `last + 1`, which the last row's "down" button sends, means `last`. */
export const positionFormSchema = (last: number) =>
  z.object({
    order: z
      .string({ error: positionMessage(last) })
      .transform((typed) => (typed === String(last + 1) ? last : parsePosition(typed, last)))
      .refine((position) => position !== null, positionMessage(last)),
  });
