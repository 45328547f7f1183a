import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import type { CreationFlow } from "../../creation.ts";
import type { CreationState } from "../../creation-page.ts";
import { useShownProgress } from "../hooks/use-shown-progress.ts";
import { ProgressCard } from "./progress-card.tsx";

interface TaskProgressProps {
  flow: CreationFlow;
  task: NonNullable<CreationState["running"]>;
}

export function TaskProgress({ flow, task }: TaskProgressProps) {
  const shown = useShownProgress(task.progress);
  const navigation = useNavigation();
  const cancelling = navigation.formData?.get("intent") === "cancel";
  const isPreview = task.kind === "preview";
  const title = task.isRevision
    ? "音声を直しています"
    : isPreview
      ? "音声を生成しています"
      : "台本を書いています";
  return (
    <ProgressCard
      title={title}
      label={title}
      icon={isPreview ? "voice" : "edit"}
      percent={shown}
      path={flow.path}
      cover={task.cover}
    >
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56 text-sm text-muted">
          {isPreview && !task.isRevision && <p>通常1分〜2分程度かかります</p>}
          <p>このページを離れても処理は続きます。ほかの画面に移動していただけます。</p>
          {task.isRevision && <p>できあがるまで、前の音声を聴けます。中止しても、前の音声は残ります。</p>}
          {isPreview && !task.isRevision && (
            <p>
              {task.isStarted
                ? "中止しても、使用した1回分は戻りません。"
                : "順番を待っています。始まる前に中止すると、1回分は戻ります。"}
            </p>
          )}
        </div>
        <Form method="post" preventScrollReset className="ml-auto">
          <input type="hidden" name="taskId" value={task.taskId} />
          <Button variant="quiet" name="intent" value="cancel" busy={cancelling} busyLabel="中止しています">
            中止
          </Button>
        </Form>
      </div>
    </ProgressCard>
  );
}
