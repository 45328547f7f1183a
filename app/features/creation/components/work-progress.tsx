import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import type { CreationFlow } from "../creation-flow.ts";
import { type RunningWork, useTaskProgress } from "../hooks/use-task-progress.ts";

interface WorkProgressProps {
  flow: CreationFlow;
  work: RunningWork;
  paused: boolean;
}

/** Work that runs now: how far it is, that one may leave, and the way to give it up. */
export function WorkProgress({ flow, work, paused }: WorkProgressProps) {
  const shown = useTaskProgress({ flow, work, paused });
  const navigation = useNavigation();
  const cancelling = navigation.formData?.get("intent") === "cancel";
  const speaks = work.kind === "preview";
  const title = speaks ? "音声を生成しています" : "台本を書いています";
  return (
    <Card as="section" aria-labelledby="work-progress" className="space-y-4">
      {/* Without JavaScript the page looks again by itself; the browser then reads nothing but this. */}
      <noscript>
        <meta httpEquiv="refresh" content={`3;url=${flow.path}`} />
      </noscript>
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="work-progress" className="flex items-center gap-2 text-base">
          <Icon name={speaks ? "voice" : "edit"} className="animate-breathe self-center text-accent" />
          {title}
        </h2>
        <p className="text-lg font-bold tabular-nums">{shown}%</p>
      </div>
      <ProgressBar value={shown} label={title} />
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56 text-sm text-muted">
          {speaks && <p>通常1分〜2分程度かかります</p>}
          <p>このページを離れても処理は続きます。ほかの画面に移動していただけます。</p>
        </div>
        <Form method="post" preventScrollReset className="ml-auto">
          <input type="hidden" name="taskId" value={work.taskId} />
          <Button variant="quiet" name="intent" value="cancel" busy={cancelling} busyLabel="中止しています">
            中止
          </Button>
        </Form>
      </div>
    </Card>
  );
}
