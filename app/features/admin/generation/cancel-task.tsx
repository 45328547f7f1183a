import { ConfirmForm } from "../parts/confirm-form.tsx";
import type { TaskView } from "./task-view.ts";

/** 中止: asks, then aborts an active task. `action`: path of a route whose action knows the intent `cancel`. */
export function CancelTask({ task, action }: { task: Pick<TaskView, "id" | "name">; action: string }) {
  return (
    <ConfirmForm
      action={action}
      values={{ intent: "cancel", taskId: task.id }}
      label="中止"
      ariaLabel={`${task.name}を中止`}
      icon="close"
      title="この音声の生成を中止しますか？"
      text="ここまでの作業は残りません。"
      confirmLabel="中止する"
      isDestructive
    />
  );
}
