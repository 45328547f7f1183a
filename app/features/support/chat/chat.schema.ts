import { z } from "zod";
import { atMost } from "#app/features/text.schema.ts";
import { maxQuestionLength } from "./chat.ts";

export const chatSchema = z.object({
  message: z
    .string({ error: "質問を入力してください" })
    .trim()
    .min(1, "質問を入力してください")
    .check(
      atMost(
        maxQuestionLength,
        `質問は${maxQuestionLength.toLocaleString("ja-JP")}文字以内で入力してください`,
      ),
    ),
  context: z
    .literal("customer_support", { error: "contextはcustomer_supportで指定してください" })
    .default("customer_support")
    .describe("何についての質問か"),
});

export const chatReply = z
  .object({ response: z.string().describe("答え。わからないときは、そのことを答えます") })
  .meta({ id: "ChatReply" });
