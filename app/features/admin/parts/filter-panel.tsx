import type { ReactNode } from "react";
import { Form } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";

interface FilterPanelProps {
  action: string;
  /** As they stand in the address. */
  fields: object;
  /** Of what list; the form begins anew with another. */
  list?: string;
  /** The address without a filter. */
  unfiltered: string;
  columns: 3 | 4;
  children: ReactNode;
}

/** The filter of a list: open while it is used. */
export function FilterPanel({ action, fields, list = "", unfiltered, columns, children }: FilterPanelProps) {
  const isUsed = Object.values(fields).some((value) => value !== "");
  return (
    <details open={isUsed || undefined} className="mb-4 rounded-card border border-line bg-surface">
      <summary className="flex min-h-12 cursor-pointer items-center gap-2 px-4 text-sm font-bold">
        <Icon name="search" />
        絞り込み
      </summary>
      {/* Keyed, so that the fields follow the address. */}
      <Form
        key={`${list}${JSON.stringify(fields)}`}
        action={action}
        className={classNames(
          "grid grid-cols-1 gap-4 px-4 pb-4 sm:grid-cols-2",
          columns === 3 ? "panel:grid-cols-3" : "panel:grid-cols-4",
        )}
      >
        {children}
        <div
          className={classNames(
            "flex flex-wrap gap-2 sm:col-span-2",
            columns === 3 ? "panel:col-span-3" : "panel:col-span-4",
          )}
        >
          <Button icon="search">絞り込む</Button>
          {isUsed && (
            <ButtonLink to={unfiltered} variant="quiet">
              解除
            </ButtonLink>
          )}
        </div>
      </Form>
    </details>
  );
}
