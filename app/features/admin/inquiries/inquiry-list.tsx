import type { ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { AllMatching } from "../bulk/all-matching.tsx";
import { type InquiryFilter, maxInquiries } from "./inquiries.ts";

export interface InquiryListProps {
  filter: InquiryFilter;
  action: string;
  /** When the list was read (ms): acts on all that match leave alone what came or changed later. */
  seenAt: number;
  total: number;
  children: ReactNode;
}

/** The choice of all that match the list. */
export const AllOf = ({ name, total, noun }: { name: string; total: number; noun: string }) => (
  <AllMatching name={name} count={total} isMore={total >= maxInquiries} noun={noun} unit="件" />
);

export const SeenAt = ({ form, at }: { form: string; at: number }) => (
  <input type="hidden" form={form} name="seenAt" value={at} />
);

export function States({
  states,
  label,
}: {
  states: { to: string; label: string; isCurrent: boolean }[];
  label: string;
}) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2 pb-4">
      {states.map(({ to, label: text, isCurrent }) => (
        <Link
          key={to}
          to={to}
          aria-current={isCurrent ? "page" : undefined}
          className={classNames(
            "inline-flex min-h-11 items-center rounded-full border px-4 text-sm",
            isCurrent
              ? "border-accent bg-voice-a-tint font-bold text-voice-a"
              : "border-line-strong/60 hover:bg-sunken",
          )}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}

export function Narrowed({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 pb-4 text-sm">
      <span className="wrap-anywhere">{children}</span>
      <Link to={to} className="inline-flex min-h-11 items-center text-accent underline">
        絞り込みを解除
      </Link>
    </p>
  );
}
