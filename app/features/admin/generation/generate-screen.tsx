import { Form, Link } from "react-router";
import { isOpen } from "#app/features/tasks/task-state.ts";
import {
  defaultGenerationRate,
  generationRates,
  maxGenerationTextLength,
  recommendedTextLength,
} from "#app/features/themes/tasks/generation-task.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { SelectField, TextAreaField } from "#app/ui/form/field.tsx";
import { firstMessage } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { AdminPage } from "../parts/admin-page.tsx";
import { AudioTabs } from "../parts/audio-tabs.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { useConsoleForm } from "../parts/console-form.tsx";
import { LiveRefresh } from "../parts/live-refresh.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { GenerationProcessPanel } from "./process-panel.tsx";
import { TaskCard } from "./task-card.tsx";
import type { TaskView } from "./task-view.ts";

export const generatePath = "/admin/generate";
export const generatePathOf = (taskId: string) => `${generatePath}?task=${encodeURIComponent(taskId)}`;

const advice = "文章を変えて、もう一度お試しください。";

interface GenerateScreenProps {
  task: TaskView | null;
  recent: readonly TaskView[];
  failed: readonly TaskView[];
  /** A task that failed later must not be cleared with these. */
  seenAt: string;
}

export function GenerateScreen({ task, recent, failed, seenAt }: GenerateScreenProps) {
  const isRunning = task !== null && isOpen(task);
  const others = recent.filter(({ id }) => id !== task?.id);
  const otherFailed = failed.filter(({ id }) => id !== task?.id);
  const cancelRefused = useRefusedForm({ intent: "cancel" });
  const clearRefused = useRefusedForm({ intent: "clear-failed" });
  return (
    <AdminPage title="AI生成" lead="文章から、公式アカウントの音声を作って公開します。">
      <AudioTabs />
      <div className="max-w-160 space-y-6">
        {isRunning && <LiveRefresh seconds={3} />}
        {cancelRefused && (
          <Notice tone="error" title="タスクの中止に失敗しました">
            {firstMessage(cancelRefused)}
          </Notice>
        )}
        {clearRefused && (
          <Notice tone="error" title="失敗した生成を消せませんでした">
            {firstMessage(clearRefused)}
          </Notice>
        )}
        {task && isRunning && (
          <GenerationProcessPanel tasks={[task]} cancelAction={generatePathOf(task.id)} />
        )}
        {task && !isRunning && <TaskCard task={task} action={generatePathOf(task.id)} advice={advice} />}
        {isRunning ? (
          <p className="text-sm text-muted">
            このページを離れても、音声の生成は続きます。
            <Link to={generatePath} className={buttonClass({ variant: "plain" })}>
              別の文章から作る
            </Link>
          </p>
        ) : (
          <GenerateForm key={task?.id} />
        )}
        {failed.length > 0 && (
          <section id="failed" aria-label="失敗した生成" className="space-y-3">
            <Notice
              tone="error"
              live={false}
              title={`失敗した生成が${failed.length}件あります`}
              actions={
                <ConfirmForm
                  action={generatePath}
                  values={{ intent: "clear-failed", seenAt }}
                  label="すべて消す"
                  ariaLabel="失敗した生成をすべて消す"
                  icon="trash"
                  title="失敗した生成をすべて消しますか？この操作は取り消せません。"
                  text="もとの文章も消えます。公開した音声は残ります。"
                  needsPassword
                  confirmLabel="消す"
                  isRefusalAbove
                  isDestructive
                />
              }
            />
            <ul className="space-y-3">
              {otherFailed.map((other) => (
                <li key={other.id}>
                  <TaskCard task={other} action={generatePath} advice={advice} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {others.length > 0 && (
          <section aria-label="最近の生成" className="space-y-3">
            <p aria-hidden="true" className="text-sm text-muted">
              最近の生成
            </p>
            <ul className="space-y-3">
              {others.map((other) => (
                <li key={other.id}>
                  <TaskCard task={other} action={generatePath} advice={advice} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </AdminPage>
  );
}

function GenerateForm() {
  const { form, fields, field, isSubmitting, error } = useConsoleForm<"inputText" | "speakingRate">({
    intent: "generate",
    action: generatePath,
    defaultValue: { inputText: "", speakingRate: String(defaultGenerationRate) },
  });
  return (
    <Form {...form} className="space-y-5">
      <input type="hidden" name="intent" value="generate" />
      {error && <Notice tone="error" title={error} />}
      <TextAreaField
        {...field(fields.inputText)}
        label="文章"
        hint="必須"
        required
        help={`${recommendedTextLength}文字くらいがおすすめです。ふたりの会話の台本にして読み上げます。`}
        counter={{ max: maxGenerationTextLength }}
        rows={8}
      />
      <SelectField {...field(fields.speakingRate)} label="読み上げ速度">
        {generationRates.map((rate) => (
          <option key={rate} value={rate}>
            {rate}倍{rate === defaultGenerationRate && "（標準）"}
          </option>
        ))}
      </SelectField>
      <Button busy={isSubmitting} busyLabel="開始しています…" icon="sparkle">
        音声を生成
      </Button>
    </Form>
  );
}
