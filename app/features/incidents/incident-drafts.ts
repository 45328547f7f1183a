import { formatDateTime } from "#app/lib/format-date.ts";
import { type IncidentKind, incidentKinds } from "./incident.ts";

interface Incident {
  from: Date;
  to: Date;
  kinds: readonly IncidentKind[];
  memberCount: number;
  /** Who wrote to the operator without an account. */
  outsiderCount: number;
  /** Null without the setting. */
  operatorName: string | null;
  /** The site's address. */
  origin: string;
}

const list = (kinds: readonly IncidentKind[]) => kinds.map((kind) => `・${incidentKinds[kind]}`).join("\n");
const period = ({ from, to }: Incident) => `${formatDateTime(from)} から ${formatDateTime(to)}（日本時間）`;

/** To the people who are affected. What only people know stands in 【】. */
export function draftMemberNotice(incident: Incident): string {
  const { kinds, operatorName, origin } = incident;
  return `件名：【Mugen】あなたの情報についての大切なお知らせ

{名前} 様

${operatorName ?? "Mugenの運営者"}です。
次の期間に、【何が起きたか。例：管理画面に第三者が入りました】。あなたの情報が含まれていたおそれがあります。ご迷惑とご心配をおかけし、おわびいたします。

期間
${period(incident)}

含まれていたおそれのある情報
${list(kinds)}

原因
【わかっていること。わかっていないことは、調べていると書く】

二次被害のおそれ
【あるかないかと、その内容。例：このお知らせを装うメール】

わたしたちがしたこと
【止めた日時、ふさいだ穴、端末のログアウト、個人情報保護委員会への報告】

お願いしたいこと
・${origin}/settings#sessions で、身に覚えのない端末がないかお確かめください。
【ほかにしてほしいこと。なければこの行を消す】

お問い合わせ
${origin}/contact
`;
}

/**
 * The first report to 個人情報保護委員会, with the nine items of 施行規則 第8条第1項; it is typed into the commission's form, and only
 * what is known by then. What only people know stands in 【】.
 */
export function draftCommissionReport(incident: Incident & { adminActCount: number }): string {
  const { kinds, memberCount, outsiderCount, operatorName, adminActCount } = incident;
  return `漏えい等報告（速報）の下書き

提出の前に：報告の対象かどうかを確かめる（要配慮個人情報、財産的被害のおそれ、不正の目的、1,000人を超える、のどれか）。
速報は知ってからおおむね3〜5日以内、確報は30日以内（不正の目的によるおそれがあるときは60日以内）。
提出は個人情報保護委員会のサイトの報告フォームから。

事業者：${operatorName ?? "【名称】"}
知った日時：【】

1. 概要
期間：${period(incident)}
【何が起きたか】

2. 漏えい等が発生し、または発生したおそれがある個人データの項目
${list(kinds)}

3. 本人の数
${memberCount}人（期間の中で、データベースに上の項目の記録がある会員。退会した会員を含まない）
ほかに、アカウントなしでお問い合わせや申し立てを送った方が${outsiderCount}人

4. 原因
【】

5. 二次被害またはそのおそれの有無とその内容
【】

6. 本人への対応の実施状況
【知らせた日時と方法、または予定】

7. 公表の実施状況
【】

8. 再発防止のための措置
【】

9. その他参考となる事項
期間の中の管理画面とコマンドの操作の記録は${adminActCount}件。【】
`;
}
