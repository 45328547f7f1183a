import type { ReactNode } from "react";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import { ReportForm } from "./report-form.tsx";

interface ReportPageProps {
  heading: string;
  lead: string;
  /** What is reported, as in 「この音声は報告済みです」. */
  noun: string;
  /** The page of what is reported, and its name. */
  back: { to: string; label: string };
  /** Where the form is posted. */
  action: string;
  previous: { reason: string; comment: string; line?: number | undefined } | null;
  lines?: readonly string[];
  formResult: FormResult | undefined;
  /** Shows what is reported. */
  children: ReactNode;
}

/** The page on which a track, a playlist or a member is reported. */
export function ReportPage({ heading, lead, noun, back, previous, children, ...form }: ReportPageProps) {
  return (
    <Page title={heading} lead={lead} back={back}>
      <div className="space-y-6">
        <div className="flex items-center gap-4 rounded-card bg-sunken p-3">{children}</div>
        {previous && !form.formResult && (
          <Notice>この{noun}は報告済みです。もう一度送ると、前の報告が新しい内容に置き換わります。</Notice>
        )}
        <ReportForm {...form} previous={previous} returnPath={back.to} />
      </div>
    </Page>
  );
}
