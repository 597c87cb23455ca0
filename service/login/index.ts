export { NoToken, mayRefuseToken, readTokenAnswer, secretsOf, tokenForm } from './login';
export type { LoginData, NoTokenReason } from './login';
