import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { makeResetLink } from "#app/domain/accounts/credentials/password-reset.server.ts";
import { passwordResetLink } from "#app/domain/core/links.server.ts";
import { signedCookie } from "#app/server/cookies/signed-cookie.server.ts";
import { instanceLinkBase, publicOrigin } from "#app/server/instance.server.ts";
import { InstanceSubpage } from "#app/ui/instance/instance-subpage.tsx";
import { CopyLink } from "#app/ui/kit/copy-link.tsx";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { accountAction, findOtherAccount, requireOwner } from "./owner.server.ts";

const resetLink = z.object({ userId: z.string(), link: z.string() });

const cookie = signedCookie("mila_reset_link", { maxAge: 60 });

// Keeps a live change elsewhere from hiding the link, which is shown once.
export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Password link · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const account = await findOtherAccount(await requireOwner(args), args.params.id ?? "");
  const { link, headers } = await consumeResetLink(args.request, account.id);
  return data(
    { email: account.email, link, guessedOrigin: publicOrigin ? null : instanceLinkBase.origin },
    { headers },
  );
}

export const action = accountAction(
  async ({ db, account, back }) => {
    const token = await makeResetLink(db, account.id, "owner");
    const link = passwordResetLink(instanceLinkBase, token);
    const headers = { "Set-Cookie": await serializeResetLink({ userId: account.id, link }) };
    return redirect(back, { status: 303, headers });
  },
  { page: "/preferences/instance/accounts/:id/reset-link" },
);

export default function ResetLink() {
  const { email, link, guessedOrigin } = useLoaderData<typeof loader>();
  return (
    <InstanceSubpage heading="Password link" subtitle={email} answer={useActionData()}>
      <div className="card-panel stack">
        {link ? (
          <>
            <CopyLink id="reset-link" label="Link to choose a new password" link={link} />
            <p>
              Give it to {email} yourself, and to nobody else. It works once, for 30 minutes, and I
              only show it here and now.
            </p>
            {guessedOrigin && (
              <p>
                <code>APP_URL</code> isn&apos;t set, so I guessed where you open Mila. If that
                isn&apos;t <b className="wrap-anywhere">{guessedOrigin}</b>, put your address in its
                place.
              </p>
            )}
          </>
        ) : (
          <p>A link is shown only once, right after you make it.</p>
        )}
        <Form method="post">
          <SubmitButton className="button-secondary" busyText="Loading...">
            Make a new link
          </SubmitButton>
        </Form>
        <p className="hint">A new link ends the earlier ones.</p>
      </div>
    </InstanceSubpage>
  );
}

function serializeResetLink(shown: z.infer<typeof resetLink>): Promise<string> {
  return cookie.serialize(shown);
}

async function consumeResetLink(
  request: Request,
  userId: string,
): Promise<{ link: string | null; headers?: HeadersInit }> {
  const result = resetLink.safeParse(await cookie.read(request));
  if (!result.success || result.data.userId !== userId) return { link: null };
  return { link: result.data.link, headers: { "Set-Cookie": await cookie.clear() } };
}
