import type { EmailPreview } from "#app/features/mail/email-layout.ts";

/** As HTML and as text; the frame runs nothing. */
export function EmailPreviewCard({ subject, text, html }: EmailPreview) {
  return (
    <div className="space-y-3">
      <p className="text-sm wrap-anywhere">
        <span className="text-muted">件名：</span>
        {subject}
      </p>
      <iframe
        title={`メールの見本：${subject}`}
        srcDoc={html}
        sandbox=""
        className="h-120 w-full rounded-card border border-line bg-surface"
      />
      <details className="text-sm">
        <summary className="min-h-11 cursor-pointer py-2.5">テキストだけの見本</summary>
        <pre className="rounded-card bg-sunken p-3 font-sans whitespace-pre-wrap wrap-anywhere">{text}</pre>
      </details>
    </div>
  );
}
