import { z } from "zod";
import { normalizeName } from "#app/features/accounts/normalize-name.ts";
import { atMost, measuredText } from "#app/features/text.schema.ts";
import { newPassword } from "../session/new-password.schema.ts";
import { maxOperatorNameLength } from "./operators.ts";

const noName = "名前を入力してください";
const longName = `名前は${maxOperatorNameLength}文字以内で入力してください`;

const name = measuredText({ error: noName, max: maxOperatorNameLength, tooLong: longName })
  .transform(normalizeName)
  .pipe(z.string().min(1, noName).check(atMost(maxOperatorNameLength, longName)));

const role = z.enum(["administrator", "moderator"], { error: "役割を選んでください" });
const id = z.string().min(1).max(100);

export const operatorsForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("invite"), name, role }),
  z.object({ intent: z.literal("link"), id }),
  z.object({ intent: z.literal("role"), id, role }),
  z.object({ intent: z.literal("end-sessions"), id }),
  z.object({ intent: z.literal("disable"), id }),
]);

export const joinForm = z.object({ password: newPassword });
