import { test } from "vitest";

test("x", async () => {
  const { createLocalScriptEngine } = await import("./local-script-engine.ts");
  const texts = [
    `茶碗が割れたとき、みなさんはどうしますか。捨ててしまう人が多いかもしれません。日本には、金継ぎという修理の方法があります。割れたところを漆でつなぎ、そのつぎ目に金の粉をまきます。傷を隠すのではなく、美しい模様として見せるのです。金継ぎの考え方は、器だけのものではありません。失敗したことや、うまくいかなかった日も、その人らしさの一部になります。完璧でなくてもいい。つぎ目があるからこそ、ほかにはない景色が生まれます。また、直すには時間がかかります。漆が乾くのを、何週間も待たなければなりません。急がずに待つことも、金継ぎの大切な仕事です。今夜、もし心に小さなひびを見つけたら、ゆっくり乾くのを待ってみましょう。`,
    `春の夜
花が散る
静かな道を歩く
月が出ている`,
    `# 集中のコツ
## はじめに
**集中力**は必ず上がります。[参考](https://example.com/a?b=1)をどうぞ。

1. 机を片付ける
2. 25分だけ作業する。5分休む。
3. 水を飲む

> 絶対に成功します！

<p>詳しくは<a href="https://example.com">こちら</a>&amp;あちら</p>
http://example.com/x?y=z!`,
    `これはとても長い文で、${"途切れることなく続いていて、".repeat(20)}最後にようやく終わる`,
    "あ".repeat(900),
    `${"- a\n".repeat(500)}`,
    `اللغة العربية جميلة. هل تعرفها؟ نعم، أعرفها جيدا. وهي لغة قديمة.`,
    "https://example.com/abc/def",
  ];
  const e = createLocalScriptEngine();
  for (const t of texts) {
    const r = await e.write({ inputText: t, signal: new AbortController().signal });
    console.log("=====", r.title, r.labels, t.length, r.script.length);
    console.log(r.script);
    console.log(r.factCheck);
    const v = await e.revise({
      inputText: t,
      originalScript: r.script,
      issues: r.factCheck.issues,
      signal: new AbortController().signal,
    });
    const w = await e.revise({
      inputText: t,
      originalScript: v.script,
      issues: r.factCheck.issues,
      signal: new AbortController().signal,
    });
    console.log("--- revised", w.script === v.script);
    console.log(v.script);
    console.log(v.factCheck);
  }
});
