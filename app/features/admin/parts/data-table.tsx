import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";

export interface Column<Row> {
  header: ReactNode;
  /** For a header that is no text. */
  key?: string;
  cell: (row: Row) => ReactNode;
  align?: "left" | "right";
  /** On a phone: the card's first line, without the header. */
  isTitle?: boolean;
  /** On a phone: at the card's end, without the header, as wide as the card. */
  isActions?: boolean;
}

interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** A checkbox before each row, for the `BulkForm` with this id. */
  selection?: { formId: string; value: (row: Row) => string | number; label: (row: Row) => string };
  empty?: ReactNode;
}

/** On a phone each row is a card. Browsers drop the roles of tables that are laid out as blocks, so roles are given. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, selection, empty } = props;
  if (rows.length === 0) return empty;
  return (
    // Relative: texts for screen readers are positioned and would widen the page.
    // biome-ignore-start lint/a11y/noRedundantRoles: laid out as blocks, they would have none
    // biome-ignore-start lint/a11y/useSemanticElements: they are those elements
    <div className="relative rail:overflow-x-auto rail:rounded-card rail:border rail:border-line rail:bg-surface">
      <table role="table" className="w-full text-sm max-rail:block">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-rail:sr-only">
          <tr role="row" className="border-b border-line text-xs text-muted">
            {selection && (
              <th role="columnheader" scope="col" className="w-11 px-3 py-2.5">
                <span className="sr-only">選択</span>
              </th>
            )}
            {columns.map(({ header, key = String(header), align }) => (
              <th
                key={key}
                role="columnheader"
                scope="col"
                className={classNames(
                  "px-2.5 py-2.5 font-normal whitespace-nowrap",
                  align === "right" ? "text-right" : "text-left",
                )}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-rail:block max-rail:space-y-3 rail:divide-y rail:divide-line">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              className="align-middle max-rail:relative max-rail:block max-rail:rounded-card max-rail:border max-rail:border-line max-rail:bg-surface max-rail:p-4 rail:hover:bg-sunken/60"
            >
              {selection && (
                <td role="cell" className="max-rail:absolute max-rail:top-1.5 max-rail:right-1.5 rail:px-1">
                  <label className="grid size-11 place-items-center">
                    <input
                      type="checkbox"
                      form={selection.formId}
                      name="ids"
                      value={selection.value(row)}
                      aria-label={selection.label(row)}
                      className="size-5"
                    />
                  </label>
                </td>
              )}
              {columns.map((column) => (
                <td
                  key={column.key ?? String(column.header)}
                  role="cell"
                  className={cellClass(column, selection !== undefined)}
                >
                  {!column.isTitle && !column.isActions && (
                    <span aria-hidden="true" className="shrink-0 text-xs text-muted rail:hidden">
                      {column.header}
                    </span>
                  )}
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    // biome-ignore-end lint/a11y/useSemanticElements: they are those elements
    // biome-ignore-end lint/a11y/noRedundantRoles: laid out as blocks, they would have none
  );
}

function cellClass({ align, isTitle, isActions }: Column<never>, isSelectable: boolean): string {
  return classNames(
    "rail:px-2.5 rail:py-2.5",
    align === "right" && "tabular-nums rail:text-right rail:whitespace-nowrap",
    isTitle && "max-rail:block max-rail:pb-2 max-rail:font-bold",
    isTitle && isSelectable && "max-rail:pr-10",
    isActions && "max-rail:mt-3 max-rail:block rail:w-px rail:whitespace-nowrap rail:*:flex-nowrap",
    !isTitle &&
      !isActions &&
      "max-rail:flex max-rail:flex-wrap max-rail:items-center max-rail:justify-between max-rail:gap-4 max-rail:py-1 max-rail:text-right",
  );
}
