import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

const certificates = path.join(import.meta.dirname, "certificates");

/** Vouches for the server's certificate. */
export const mailCertificateFile = path.join(certificates, "mail-server.pem");

interface ReceivedEmail {
  read: Email;
  source: string;
  to: string[];
  user: string | undefined;
  wasEncrypted: boolean;
}

interface Refusal {
  at: "recipient" | "text";
  code: number;
  message: string;
}

/** Starts a mail server on loopback. `user` must sign in with `p@ss/word`. `tls`: from the beginning, by STARTTLS, or never. */
export async function startMailServer(
  options: { user?: string; tls?: "always" | "starttls" | "never" } = {},
) {
  const { user, tls = "never" } = options;
  const emails: ReceivedEmail[] = [];
  const refusals: Refusal[] = [];
  const refusedAt = (at: Refusal["at"]) => {
    const index = refusals.findIndex((refusal) => refusal.at === at);
    const [refusal] = index < 0 ? [] : refusals.splice(index, 1);
    return refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code });
  };
  const server = new SMTPServer({
    secure: tls === "always",
    ...(tls === "never"
      ? {}
      : {
          key: readFileSync(path.join(certificates, "mail-server.key.pem")),
          cert: readFileSync(mailCertificateFile),
        }),
    disabledCommands: [...(tls === "never" ? ["STARTTLS"] : []), ...(user ? [] : ["AUTH"])],
    allowInsecureAuth: tls === "never",
    authOptional: user === undefined,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, callback) {
      if (username === user && password === "p@ss/word") callback(null, { user: username });
      else callback(Object.assign(new Error("5.7.8 bad credentials"), { responseCode: 535 }));
    },
    onRcptTo(_address, _session, callback) {
      callback(refusedAt("recipient"));
    },
    onData(stream, session, callback) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", async () => {
        const refusal = refusedAt("text");
        if (refusal) return callback(refusal);
        const source = Buffer.concat(parts);
        emails.push({
          read: await PostalMime.parse(source),
          source: source.toString("latin1"),
          to: session.envelope.rcptTo.map(({ address }) => address),
          user: typeof session.user === "string" ? session.user : undefined,
          wasEncrypted: session.secure,
        });
        callback(null, "taken");
      });
    },
  });
  // Untrusted certificates are the test's matter.
  server.on("error", () => {});
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", () => listening.resolve());
  await listening.promise;
  const { port } = addressOf(server.server.address());
  const signIn = user ? `${encodeURIComponent(user)}:${encodeURIComponent("p@ss/word")}@` : "";
  return {
    url: `${tls === "always" ? "smtps" : "smtp"}://${signIn}127.0.0.1:${port}`,
    emails,
    refuse: (refusal: Refusal) => void refusals.push(refusal),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (typeof address !== "object" || address === null) throw new Error("the mail server has no port");
  return address;
}
