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
            { header: "何を", isTitle: true, cell: ({ what }) => what },
            { header: "いつ消す", cell: ({ after }) => after },
            {
              header: "前回",
              cell: ({ last }) => <span className="whitespace-nowrap">{last}</span>,
            },
            { header: "前回消した数", align: "right", cell: ({ removed }) => removed },
            {
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
    { header: "データの受け取り", cell: exportedText },
    { header: "退会すると", cell: withAccountText },
  ];
  return (
    <DataTable
      caption={whoseLabels[whose]}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        {
          header: "何を",
          isTitle: true,
          cell: ({ name, what }) => (
            <>
              {what}
              <span className="block font-mono text-xs font-normal text-muted">{name}</span>
            </>
          ),
        },
        { header: "なぜ", cell: ({ why }) => why },
        { header: "いつまで", cell: ({ kept }) => kept },
        { header: "だれが見る", cell: ({ seenBy }) => seenBy },
        ...(whose === "nobody" ? [] : [{ header: "個人の情報", cell: personalText }]),
        ...(whose === "member" || whose === "visitor" ? ofMembers : []),
      ]}
    />
  );
}
