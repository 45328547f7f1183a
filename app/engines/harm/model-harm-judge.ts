import { z } from "zod";
import { languageModel } from "#app/engines/providers/choose-language-model.ts";
import type { LanguageModel } from "#app/engines/providers/language-model.ts";
import type { ProviderAccess } from "#app/engines/providers/provider-access.ts";
import { textIsData } from "#app/engines/script/model/script-prompts.ts";
import type { HarmKind } from "./harm.ts";

const instruction = `あなたは、音声を投稿するサイトの安全の担当者です。公開の前に、題名と台本の段落(passages)を読み、次のどれかに当たる段落だけを挙げます。
hate: 人種、国籍、障害、性別、性的指向、宗教などを理由に、人びとを見下し、憎み、追い出そうとする。
minors: 18歳未満の人を性的に描く。
violence: 人や動物、自分を傷つける方法、武器や毒物や違法な薬物の作り方や手に入れ方を、まねできるように教える。
self-harm: 死ぬことや自分を傷つけることを、読む人にすすめる。
medical: 治療をやめることや体に害のあるものをすすめるなど、信じると命にかかわる、誤った医療の情報を言い切る。
threat: 人や場所に危害を加えると予告したり、呼びかけたりする。
doxing: だれかの住所、電話番号、アドレスを示して、いやがらせを呼びかける。
accusation: 名前や役職でだれかわかる、いまの人が、罪や不正をしたと、裁判や公的な発表によらずに言い切る。
報道、歴史、教育、注意や相談の呼びかけ、それとわかる物語や冗談、本人の体験は当たりません。迷うものは挙げません。
numberは段落の番号です。当たる段落がなければ、findingsは空です。
${textIsData}`;

const answerSchema = z.object({
  findings: z.array(
    z.object({
      number: z.number(),
      kind: z.enum(["hate", "minors", "violence", "self-harm", "medical", "threat", "doxing", "accusation"]),
    }),
  ),
});

interface HarmJudge {
  /** By passage index. Rejects if it can't say, and with the reason of `signal`: a member has waited long enough. */
  judge(o: {
    passages: readonly string[];
    signal: AbortSignal;
  }): Promise<{ kind: HarmKind; passage: number }[]>;
}

export function openHarmJudge(engine: "gemini" | "openai", access: ProviderAccess): HarmJudge {
  const model = languageModel(engine, { purpose: "harm-check", access });
  return createModelHarmJudge({ circuit: `${engine}-harm-check`, model, access });
}

/**
 * A language model names passages by number, so it puts no words into anybody's mouth. A late one is not asked for a while:
 * `circuit` is its own, since the model may be quick enough for scripts.
 */
export function createModelHarmJudge(o: {
  circuit: string;
  model: LanguageModel;
  access: ProviderAccess;
}): HarmJudge {
  const { model, access } = o;
  return {
    async judge({ passages, signal }) {
      const lateness = await access.enterCircuit(o.circuit);
      const answer = model.complete({
        system: instruction,
        prompt: JSON.stringify({ passages: passages.map((text, index) => ({ number: index + 1, text })) }),
        schema: answerSchema,
        findFault: (answer) =>
          answer.findings.every(({ number }) => passages[number - 1] !== undefined)
            ? null
            : "passagesにない番号がある",
        signal,
      });
      const { findings } = await answer.catch(async (error: unknown) => {
        if (signal.aborted)
          await lateness.fail({ error: `${model.name}: no judgement in time`, isPermanent: false });
        throw error;
      });
      await lateness.succeed();
      return findings.map(({ number, kind }) => ({ kind, passage: number - 1 }));
    },
  };
}
