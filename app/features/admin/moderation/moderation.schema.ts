import { z } from "zod";
import { optionalNote } from "#app/features/cases/cases.schema.ts";
import { profileParts } from "#app/features/profile/profile-parts.ts";
import { rowId } from "#app/features/row-id.schema.ts";

const playlistId = rowId();

/** Empty: the member gets no email. */
const reason = optionalNote;

/** Time (ms) of the latest report that the page showed: the act closes reports up to it. Without it they stay open. */
const seenAt = z
  .string()
  .regex(/^\d{1,14}$/)
  .transform((text) => new Date(Number(text)))
  .optional();

export const moderationForms = [
  z.object({
    intent: z.literal("profile-reset"),
    id: z.string().min(1).max(100),
    part: z.enum(profileParts),
    seen: z.string().max(1000),
    reason,
    seenAt,
  }),
  z.object({ intent: z.literal("playlist-take-down"), playlistId, reason, seenAt }),
  z.object({ intent: z.literal("playlist-restore"), playlistId }),
  z.object({
    intent: z.literal("playlist-reset"),
    playlistId,
    seen: z.string().max(1000),
    reason,
    seenAt,
  }),
] as const;

export type ModerationForm = z.output<(typeof moderationForms)[number]>;

export const isModerationForm = <Form extends { intent: string }>(
  form: Form | ModerationForm,
): form is ModerationForm => moderationForms.some(({ shape }) => shape.intent.value === form.intent);
