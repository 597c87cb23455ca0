import type { Page } from 'playwright-core';

import type { EditorSession, Login } from '../../../tools/n8n/driver/editor-session.mts';
import { TIME_LIMIT_MS } from '../../../tools/n8n/driver/time-limit.mts';
import { sharePlanHost } from '../../support/host/plan-host.mts';
import type { PlanHost } from '../../support/host/plan-host.mts';
import { launchChromium } from './browser.mts';
import { Canvas } from './canvas.mts';
import { CredentialDialog } from './credential-dialog.mts';
import { NodePanel } from './node-panel.mts';
import { ParameterForm } from './parameter-form.mts';
import { savePicture } from './pictures.mts';

/** n8n's editor in a real browser, with this package installed and its service running. */
export interface Editor {
	host: PlanHost;
	page: Page;
	canvas: Canvas;
	panel: NodePanel;
	form: ParameterForm;
	credentialDialog: CredentialDialog;
	close(): Promise<void>;
}

/** Prepares the editor of an n8n, the shared one where none is given, for its owner; `canvas` opens it. */
export async function openEditor(starting: Promise<PlanHost> = sharePlanHost()): Promise<Editor> {
	const host = await starting;
	try {
		const browser = await launchChromium();
		try {
			const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
			page.setDefaultTimeout(TIME_LIMIT_MS);
			await resume(page, host.n8n.baseUrl, host.n8n.session);
			const close = async () => {
				await browser.close();
				await host.close();
			};
			return {
				host,
				page,
				canvas: new Canvas(page, host.n8n.baseUrl),
				panel: new NodePanel(page),
				form: new ParameterForm(page),
				credentialDialog: new CredentialDialog(page),
				close,
			};
		} catch (error) {
			await browser.close();
			throw error;
		}
	} catch (error) {
		await host.close();
		throw error;
	}
}

/** Continues a session in a browser: the form of the login loads the whole editor once more. */
async function resume(page: Page, url: string, { identification }: EditorSession): Promise<void> {
	const { Cookie, 'browser-id': browserId } = identification;
	const [name, value] = Cookie.split('=');
	await page.context().addCookies([{ url, name, value }]);
	await page.addInitScript(`localStorage.setItem('n8n-browserId', '${browserId}')`);
}

/** Types a login into n8n's form. */
export async function logIn(page: Page, baseUrl: string, { email, password }: Login): Promise<void> {
	try {
		await page.goto(`${baseUrl}/signin`);
		await page.locator('input[name=emailOrLdapLoginId]').fill(email);
		await page.locator('input[name=password]').fill(password);
		await page.getByTestId('form-submit-button').click();
		await page.waitForURL(/\/home\//);
	} catch (error) {
		await savePicture(page, 'login-failed');
		throw error;
	}
}
