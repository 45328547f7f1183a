import { Form, Link, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { HiddenFields } from "../parts/console-form.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { StatusBadge } from "../parts/status-badge.tsx";
import type { TaskView } from "./find-jobs.server.ts";

const kindLabels: Record<TaskView["kind"], string> = { script: "台本", preview: "音声" };

const kindOf = ({ kind, flow }: TaskView) =>
  flow === "seed" ? `公式の${kindLabels[kind]}` : kindLabels[kind];

function MemberLink({ member }: Pick<TaskView, "member">) {
  return (
    <Link to={`/admin/users/${member.id}`} className="underline underline-offset-2">
      {member.name}
    </Link>
  );
}

export function OpenTaskTable({ tasks }: { tasks: readonly TaskView[] }) {
  return (
    <DataTable
      caption="待っている、または実行中の生成"
      rows={tasks}
      rowKey={({ id }) => id}
      columns={[
        { header: "種類", isTitle: true, cell: (task) => kindOf(task) },
        {
          header: "状態",
          cell: ({ isRunning, progress }) => (
            <StatusBadge status={isRunning ? "active" : "waiting"}>
              {isRunning ? `実行中 ${progress}%` : "待機中"}
            </StatusBadge>
          ),
        },
        { header: "会員", cell: (task) => <MemberLink member={task.member} /> },
        { header: "試行", align: "right", cell: ({ attempts }) => `${attempts}回` },
        { header: "開始", cell: ({ since }) => since },
      ]}
    />
  );
}

export function FailedTaskTable({ tasks }: { tasks: readonly TaskView[] }) {
  const { formData } = useNavigation();
  return (
    <DataTable
      caption="失敗した生成"
      rows={tasks}
      rowKey={({ id }) => id}
      columns={[
        { header: "種類", isTitle: true, cell: (task) => kindOf(task) },
        { header: "会員", cell: (task) => <MemberLink member={task.member} /> },
        {
          header: "エラー",
          cell: ({ error, failureCause }) => (
            <div className="min-w-0 text-left">
              <p>{error ?? "–"}</p>
              {failureCause && <p className="font-mono text-xs wrap-anywhere text-muted">{failureCause}</p>}
            </div>
          ),
        },
        { header: "失敗", cell: ({ since }) => since },
        {
          key: "actions",
          header: <span className="sr-only">操作</span>,
          isActions: true,
          cell: (task) => (
            <Form method="post" preventScrollReset>
              <HiddenFields values={{ intent: "retry", task: task.id }} />
              <Button
                variant="quiet"
                icon="refresh"
                busy={formData?.get("task") === task.id}
                aria-label={`再試行：${task.member.name}の${kindOf(task)}`}
              >
                再試行
              </Button>
            </Form>
          ),
        },
      ]}
    />
  );
}
