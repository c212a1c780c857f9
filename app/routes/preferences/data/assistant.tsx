import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { linkBase } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { CopyLink } from "#app/ui/kit/copy-link.tsx";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";
export { getOnly as action } from "#app/server/http-errors.server.ts";

export const meta: MetaFunction = () => [{ title: "Connect an assistant · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireViewer(args);
  return { address: `${linkBase(args.request).origin}/mcp` };
}

/** Stands for the token, which only the page that made it shows. */
const bearer = "Bearer mila_YOUR_TOKEN";

const asJson = (server: object) => JSON.stringify({ mcpServers: { mila: server } }, null, 2);

/** The header has no space, because Claude Desktop on Windows would cut it there. */
const throughRemote = (address: string) => ({
  command: "npx",
  args: [
    "-y",
    "mcp-remote",
    address,
    ...(address.startsWith("http:") ? ["--allow-http"] : []),
    "--header",
    "Authorization:${MILA}",
  ],
  env: { MILA: bearer },
});

export default function ConnectAnAssistant() {
  const { address } = useLoaderData<typeof loader>();
  const isPlain = address.startsWith("http:");
  return (
    <SettingsPage
      heading="Connect an assistant"
      subtitle="Let Claude Code, Claude Desktop or another assistant on your computer help."
      back={{ to: "/preferences/data", label: "Apps & Data" }}
      answer={undefined}
    >
      <div className="stack">
        <p>
          “What&apos;s left for today?” “Put milk on the list.” “Move the dentist to Friday.” The
          assistant acts in your name, and can take back what it did.
        </p>
        <Step heading="1. Make an access token for it">
          <p>
            With a token that sees tasks, the assistant only reads. It asks people only if you let
            its token ask others.
          </p>
          <p>
            <Link className="text-link" to="/preferences/data/tokens">
              Make an access token
            </Link>
          </p>
        </Step>
        <Step heading="2. Give it this address and the token">
          <CopyLink id="address" label="Address for assistants" link={address} />
          <h3 className="font-bold">Claude Code</h3>
          <Code
            text={
              `claude mcp add --transport http mila ${address} ` +
              `--header "Authorization: ${bearer}"`
            }
          />
          <h3 className="font-bold">Claude Desktop</h3>
          <p>
            Under Settings, Developer, Edit Config. It needs Node.js, because it reaches Mila by the
            program mcp-remote.
          </p>
          <Code text={asJson(throughRemote(address))} />
          <h3 className="font-bold">Others that take an address and a header</h3>
          <Code text={asJson({ type: "http", url: address, headers: { Authorization: bearer } })} />
        </Step>
        <Step heading="Good to know">
          <ul className="api-notes">
            <li>
              What the assistant reads goes to the company that runs it: titles, notes and names of
              your family.
            </li>
            <li>
              Assistants on websites, such as claude.ai and ChatGPT, can&apos;t connect: they ask
              for a sign-in (OAuth) that Mila doesn&apos;t offer yet.
            </li>
            {isPlain && (
              <li>This address works at home only. Others on your network can read the token.</li>
            )}
          </ul>
        </Step>
      </div>
    </SettingsPage>
  );
}

function Step({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="stack">
      <h2 className="section-title">{heading}</h2>
      {children}
    </section>
  );
}

function Code({ text }: { text: string }) {
  return (
    <pre className="card-panel code-lines">
      <code>{text}</code>
    </pre>
  );
}
