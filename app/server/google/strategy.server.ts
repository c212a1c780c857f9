import { createHash } from "node:crypto";
import { type GoogleProfile, GoogleStrategy, type GoogleStrategyOptions } from "remix-auth-google";
import {
  exchangeGoogleCode,
  findGoogleUser,
  type GoogleIdentity,
  googleSignIn,
  toIdentity,
} from "#app/domain/accounts/google/identity.server.ts";

/** The values that the callback needs again. */
export interface AuthorizationRequest {
  redirectUri: string;
  state: string;
  /** PKCE code verifier (RFC 7636). */
  verifier: string;
}

/** `prompt: "consent"` makes Google issue a new refresh token. */
export type ConsentOptions = Pick<GoogleStrategyOptions, "prompt" | "loginHint" | "scope">;

export class PkceGoogleStrategy extends GoogleStrategy<GoogleIdentity> {
  readonly #authorization: AuthorizationRequest;

  constructor(authorization: AuthorizationRequest, options?: ConsentOptions) {
    const { authorizationURL, ...app } = googleSignIn();
    const callbackURL = authorization.redirectUri;
    super(
      { ...app, ...options, callbackURL, accessType: "offline", includeGrantedScopes: true },
      async ({ profile, extraParams, refreshToken }) =>
        toIdentity(profile._json, { scope: extraParams.scope, refreshToken }),
    );
    this.#authorization = authorization;
    this.authorizationURL = authorizationURL;
  }

  protected override authorizationParams(): URLSearchParams {
    const params = super.authorizationParams();
    params.set(
      "code_challenge",
      createHash("sha256").update(this.#authorization.verifier).digest("base64url"),
    );
    params.set("code_challenge_method", "S256");
    return params;
  }

  protected override async fetchAccessToken(code: string) {
    return this.getAccessToken(
      Response.json(await exchangeGoogleCode({ ...this.#authorization, code })),
    );
  }

  protected override async userProfile(accessToken: string): Promise<GoogleProfile> {
    const user = await findGoogleUser(accessToken);
    return {
      provider: "google",
      id: user.sub,
      displayName: user.name,
      name: { givenName: user.given_name, familyName: user.family_name },
      emails: [{ value: user.email }],
      photos: [{ value: user.picture }],
      _json: user,
    };
  }
}
