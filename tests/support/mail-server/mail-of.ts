interface Written {
  /** Of a slip, a form … that has to be returned. */
  words?: string;
  text?: string;
  subject?: string;
  /** How long ago it was sent. */
  daysAgo?: number;
  isProven?: boolean;
  /** False for programs that write no Message-ID. */
  hasId?: boolean;
}

let count = 0;

export function mailOf({
  words,
  text,
  subject = "News",
  daysAgo = 0,
  isProven = true,
  hasId = true,
}: Written): string {
  count += 1;
  const result = isProven ? "Authentication-Results: mx.example.com; dmarc=pass\n" : "";
  const id = hasId ? `Message-ID: <${count}.${Date.now()}@oak.example>\n` : "";
  return `${result}From: Oak School <office@oak.example>
To: nora@example.com
Subject: ${subject}
${id}Date: ${new Date(Date.now() - daysAgo * 86_400_000).toUTCString()}
Content-Type: text/plain; charset=utf-8

${text ?? `Please return the ${words} by June 10, 2041.`}
`;
}
