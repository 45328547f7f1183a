import { Form } from "react-router";
import type { ScriptForm } from "#app/engines/script/script-engine.ts";
import { describeLength } from "#app/engines/speech/voice-pace.ts";
import { scriptForms } from "#app/features/creation/narration/narration.ts";
import { AgreementFields } from "#app/features/creation/publish/agreement-fields.tsx";
import { dailyGenerationLimits } from "#app/features/premium/premium.ts";
import { sourcePath } from "#app/features/sources/sources.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { type Division, divisions, maxSeriesTitleLength, newSeriesPath } from "../series.ts";
import { CadenceFields } from "./cadence-fields.tsx";

const divisionNames: Readonly<Record<Division, string>> = {
  chapters: "章ごと",
  "3": "約3分ずつ",
  "5": "約5分ずつ",
  "10": "約10分ずつ",
};

/** Another division is a page of its own. */
export function DivisionLinks({ sourceId, division }: { sourceId: string; division: Division }) {
  return (
    <nav aria-label="分けかた" className="flex flex-wrap gap-2">
      {divisions.map((one) => (
        <ButtonLink
          key={one}
          to={newSeriesPath(sourceId, one)}
          replace
          preventScrollReset
          variant={one === division ? "primary" : "quiet"}
          aria-current={one === division ? "page" : undefined}
        >
          {divisionNames[one]}
        </ButtonLink>
      ))}
    </nav>
  );
}

export function EpisodePreview({ episodes }: { episodes: readonly ShownEpisode[] }) {
  const seconds = episodes.reduce((sum, episode) => sum + episode.seconds, 0);
  return (
    <section aria-labelledby="episodes" className="space-y-2">
      <h2 id="episodes" className="text-lg">
        全{episodes.length}回
        <span className="ml-3 text-sm font-normal text-muted tabular-nums">
          あわせて{describeLength(60 * Math.round(seconds / 60))}
        </span>
      </h2>
      <ol className="divide-y divide-line border-y border-line">
        {episodes.map(({ heading, begins, seconds: length }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: episodes have no other name here, and never move.
          <li key={at} className="flex min-h-14 items-baseline gap-3 py-2">
            <span className="w-14 shrink-0 text-sm text-muted tabular-nums">第{at + 1}回</span>
            <span className="min-w-0 flex-1">
              {heading && <span className="block font-bold">{heading}</span>}
              <span className="block truncate text-sm text-muted">{begins}</span>
            </span>
            <span className="shrink-0 text-sm text-muted tabular-nums">{describeLength(length)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface ShownEpisode {
  heading: string;
  begins: string;
  seconds: number;
}

interface StartSeriesFormProps {
  plan: {
    source: { id: string; title: string; name: string };
    division: Division;
    version: string;
    episodes: readonly ShownEpisode[];
  };
  categories: readonly string[];
  forms: readonly ScriptForm[];
  initialForm: string;
  isPremium: boolean;
  formResult: FormResult | undefined;
}

/** A book without a title has its first chapter's heading as one, and a programme must not be called so: its file has a name. */
function proposeTitle({ source, episodes }: StartSeriesFormProps["plan"]): string {
  const { title, name } = source;
  if (title !== episodes[0]?.heading || /^https?:/.test(name)) return title;
  return name.replace(/\.[a-z]{2,5}$/i, "");
}

export function StartSeriesForm(props: StartSeriesFormProps) {
  const { plan, categories, forms, initialForm, isPremium, formResult } = props;
  const offered = scriptForms.filter(({ id }) => forms.includes(id));
  const { form, fields, field, isSubmitting, error } = useFormPost<{
    title: string;
    agreedToTerms: string[];
  }>({
    id: "series",
    action: newSeriesPath(plan.source.id, plan.division),
    formResult,
    defaultValue: { title: [...proposeTitle(plan)].slice(0, maxSeriesTitleLength).join("") },
  });
  const errorOf = (name: string) => formResult?.result.error?.[name]?.[0];
  const initial = (name: string) => {
    const value: unknown = formResult?.result.initialValue?.[name];
    return typeof value === "string" ? value : undefined;
  };
  const perDay = isPremium ? dailyGenerationLimits.premium : dailyGenerationLimits.free;
  const wrong = errorOf("by") ?? errorOf("version");
  return (
    <Form {...form} className="space-y-6">
      <input type="hidden" name="by" value={plan.division} />
      <input type="hidden" name="version" value={plan.version} />
      {(error ?? wrong) && (
        <Notice tone="error" title="始められませんでした">
          {error ?? wrong}
        </Notice>
      )}
      <TextField
        {...field(fields.title)}
        label="番組名"
        hint="必須"
        aria-required="true"
        autoComplete="off"
        help="題名は「番組名 第1回 見出し」になり、同じ名前のプレイリストができます。"
        counter={{ max: maxSeriesTitleLength }}
      />
      <div className="grid grid-cols-2 items-start gap-3">
        <SelectField
          label="カテゴリー"
          name="category"
          defaultValue={initial("category") ?? categories.at(-1)}
          help="カバーの色になります。"
        >
          {categories.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <SelectField label="形式" name="form" defaultValue={initial("form") ?? initialForm}>
          {offered.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <CadenceFields
        initial={{ when: initial("when") ?? "days", days: null, hour: initial("hour") ?? "7" }}
        formResult={formResult}
      />
      <Notice>
        <p>
          1回作るごとに、その日の生成回数を1回使います（{isPremium ? "プレミアム" : "無料"}プランは1日{perDay}
          回まで）。足りない日は、次の日に続けます。
        </p>
        <p>
          長さは、文章をすべて読むときの目安です（要点では短くなります）。1割より大きくずれた回も公開し、番組のページでお知らせします。
        </p>
      </Notice>
      <AgreementFields
        legend="すべてにチェックすると始められます"
        field={fields.agreedToTerms}
        formResult={formResult}
        isFocused={!formResult || !fields.title.errors}
      />
      <div className="space-y-3">
        <Button size="large" wide busy={isSubmitting} busyLabel="始めています">
          連続番組を始める
        </Button>
        <ButtonLink to={sourcePath(plan.source.id)} variant="plain" wide icon="back">
          段落を選び直す
        </ButtonLink>
      </div>
    </Form>
  );
}
