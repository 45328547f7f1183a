import { AdminPage } from "#app/features/admin/parts/admin-page.tsx";
import { DataTable } from "#app/features/admin/parts/data-table.tsx";
import type { CleanUpView } from "./clean-ups.server.ts";
import {
  type DataMapLine,
  type DataMapLines,
  exportedText,
  personalText,
  whoseKinds,
  whoseLabels,
  withAccountText,
} from "./data-map-line.ts";

type NamedLine = DataMapLine & { name: string };

export function DataMapScreen({ lines, cleanUps }: { lines: DataMapLines; cleanUps: CleanUpView[] }) {
  const named = Object.entries(lines).map(([name, line]) => ({ name, ...line }));
  return (
    <AdminPage
      title="データの地図"
      lead="データベースのすべての表です。何を、なぜ、いつまで持ち、だれが見て、データの受け取りと退会でどうなるか。"
    >
      <section aria-labelledby="clean-ups" className="mb-8">
        <h2 id="clean-ups" className="mb-3 scroll-mt-20 text-base font-bold">
          片付け
        </h2>
        <DataTable
          caption="期限が過ぎたデータの片付け"
          rows={cleanUps}
          rowKey={({ name }) => name}
          columns={[
            { key: "what", header: "何を", isTitle: true, cell: ({ what }) => what },
            { key: "after", header: "いつ消す", cell: ({ after }) => after },
            {
              key: "last",
              header: "前回",
              cell: ({ last }) => <span className="whitespace-nowrap">{last}</span>,
            },
            { key: "removed", header: "前回消した数", align: "right", cell: ({ removed }) => removed },
            {
              key: "next",
              header: "次回",
              cell: ({ next }) => <span className="whitespace-nowrap">{next}</span>,
            },
          ]}
        />
      </section>
      {whoseKinds.map((whose) => (
        <section key={whose} aria-labelledby={whose} className="mb-8">
          <h2 id={whose} className="mb-3 scroll-mt-20 text-base font-bold">
            {whoseLabels[whose]}
          </h2>
          <LineTable whose={whose} rows={named.filter((line) => line.whose === whose)} />
        </section>
      ))}
    </AdminPage>
  );
}

/** What concerns no member has no columns about members. */
function LineTable({ whose, rows }: { whose: DataMapLine["whose"]; rows: NamedLine[] }) {
  const ofMembers = [
    { key: "exported", header: "データの受け取り", cell: exportedText },
    { key: "withAccount", header: "退会すると", cell: withAccountText },
  ];
  return (
    <DataTable
      caption={whoseLabels[whose]}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        {
          key: "what",
          header: "何を",
          isTitle: true,
          cell: ({ name, what }) => (
            <>
              {what}
              <span className="block font-mono text-xs font-normal text-muted">{name}</span>
            </>
          ),
        },
        { key: "why", header: "なぜ", cell: ({ why }) => why },
        { key: "kept", header: "いつまで", cell: ({ kept }) => kept },
        { key: "seenBy", header: "だれが見る", cell: ({ seenBy }) => seenBy },
        ...(whose === "nobody" ? [] : [{ key: "personal", header: "個人の情報", cell: personalText }]),
        ...(whose === "member" || whose === "visitor" ? ofMembers : []),
      ]}
    />
  );
}
