import type { ReactNode } from "react";
import { Link } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { type Draft, draftPath, type OpenWork } from "../drafts.ts";

interface DraftListsProps {
  planned: Draft[];
  finished: Draft[];
  open: OpenWork[];
}

/** Lists drafts; each links to where it continues. */
export function DraftLists({ planned, finished, open }: DraftListsProps) {
  if (planned.length + finished.length + open.length === 0)
    return (
      <EmptyState
        icon="document"
        title="下書きはありません"
        action={<ButtonLink to="/create-post">音声を作る</ButtonLink>}
      >
        作りかけの台本や音声、日時を決めた投稿が、ここに並びます。
      </EmptyState>
    );
  return (
    <div className="space-y-8">
      <Section id="planned" title="公開の予定" isShown={planned.length > 0}>
        {planned.map((draft) => (
          <Row
            key={draft.taskId}
            to={draftPath(draft.taskId)}
            icon="clock"
            title={draft.title}
            problem={draft.planned?.problem ?? null}
          >
            {draft.planned?.text}に公開
          </Row>
        ))}
      </Section>
      <Section id="finished" title="まだ投稿していない音声" isShown={finished.length > 0}>
        {finished.map((draft) => (
          <Row key={draft.taskId} to={draftPath(draft.taskId)} icon="headphones" title={draft.title}>
            {draft.keptUntil}まで保存
          </Row>
        ))}
      </Section>
      <Section id="open" title="作っているところ" isShown={open.length > 0}>
        {open.map(({ path, title, state }) => (
          <Row key={path} to={path} icon="document" title={title || "題名のない下書き"}>
            {state}
          </Row>
        ))}
      </Section>
    </div>
  );
}

interface SectionProps {
  id: string;
  title: string;
  isShown: boolean;
  children: ReactNode;
}

function Section({ id, title, isShown, children }: SectionProps) {
  if (!isShown) return null;
  return (
    <section aria-labelledby={id} className="space-y-2">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <ul className="divide-y divide-line">{children}</ul>
    </section>
  );
}

interface RowProps {
  to: string;
  icon: IconName;
  title: string;
  problem?: string | null;
  children: ReactNode;
}

function Row({ to, icon, title, problem = null, children }: RowProps) {
  return (
    <li>
      <Link to={to} className="flex min-h-14 items-center gap-3 py-2">
        <Icon name={icon} className="text-muted" />
        <span className="min-w-0 flex-1">
          <span className="block truncate">{title}</span>
          {problem ? (
            <span className="block text-xs text-danger">{problem}</span>
          ) : (
            <span className="block truncate text-xs text-muted">{children}</span>
          )}
        </span>
        <Icon name="forward" className="text-muted" />
      </Link>
    </li>
  );
}
