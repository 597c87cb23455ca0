import type { LoginData } from '../../service/api';

export const login: LoginData = {
	authUrl: 'https://auth.example.com',
	applicationId: 'app',
	applicationSecret: 'app-secret',
	apiKey: 'key-of-api',
	apiSecret: 'api-secret',
	scope: 'openid esapi-scope',
};
