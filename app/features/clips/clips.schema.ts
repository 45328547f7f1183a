import { z } from "zod";

const place = z.string("文を選んでください").regex(/^\d{1,6}\.\d{1,6}$/, "文を選んでください");

export const pickClipForm = z.object({ from: place, to: place });

export const deleteClipForm = z.object({ intent: z.literal("delete") });
