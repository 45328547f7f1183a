/** Free listeners see the official account's card after `interval` played tracks, for `seconds`. */
export const adBreakTerms = { interval: 5, seconds: 5 } as const;

const { interval, seconds } = adBreakTerms;

export const adFreeBenefit = `${interval}本聴くごとに${seconds}秒出るMugenのご案内も、新着の一覧に入るご案内も、表示されません。`;

/** What free listeners see and premium members don't, for help and legal texts. */
export const adFreeExplanation = `無料でお聴きのときは、音声を${interval}本聴くごとに、Mugenのご案内がプレイヤーに${seconds}秒表示されます。音は出ず、すぐに飛ばせます。新着の一覧にもご案内が入ります。ほかの会社の広告はありません。プレミアムでは、どちらのご案内も表示されません。`;
