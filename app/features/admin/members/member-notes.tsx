import { useFormPermission } from "../console-data.ts";
import { NoteForm } from "../inquiries/case-timeline.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { memberPath } from "./admin-members.ts";
import type { MemberView } from "./member-view.ts";
import type { MemberPageData } from "./server/load-member-page.server.ts";

interface MemberNotesProps {
  member: MemberView;
  notes: NonNullable<MemberPageData["overview"]>["notes"];
}

export function MemberNotes({ member, notes }: MemberNotesProps) {
  const may = useFormPermission();
  const action = memberPath(member.id);
  return (
    <div className="space-y-3">
      {notes.length === 0 ? (
        <p className="text-sm text-muted">メモはありません。</p>
      ) : (
        <ul className="space-y-3 text-sm">
          {notes.map(({ id, author, text, at }) => (
            <li key={id} className="space-y-1">
              <p className="rounded-card bg-sunken px-3 py-2 whitespace-pre-wrap wrap-anywhere">{text}</p>
              <div className="flex flex-wrap items-center justify-between gap-2 text-xs text-muted">
                <span>
                  {author}・{at}
                </span>
                {may("remove-note") && (
                  <ConfirmForm
                    action={action}
                    values={{ intent: "remove-note", id: member.id, noteId: id }}
                    label="削除"
                    ariaLabel={`${at}のメモを削除`}
                    variant="plain"
                    title="このメモを削除しますか？この操作は取り消せません。"
                    confirmLabel="削除する"
                    isDestructive
                    needsPassword
                  />
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      <NoteForm action={action} values={{ intent: "note", id: member.id }} about={member.name} />
    </div>
  );
}
