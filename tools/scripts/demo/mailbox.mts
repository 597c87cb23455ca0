import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Mail {
	from: string;
	to: string[];
	subject: string;
	/** Of a mail of HTML the words of its links, each with its address. */
	text: string;
	/** Media types of what is attached, where something is. */
	attachments?: string[];
}

/** A mail server on this machine that keeps what it gets and hands nothing on. */
export interface Mailbox {
	mails: Mail[];
	port: number;
	/** The fields of n8n's credential "SMTP" for it. */
	credential: Record<string, unknown>;
	close(): Promise<void>;
}

/** @param onMail gets each mail, once it is kept @param port 0 takes a free one */
export async function startMailbox(onMail: (mail: Mail) => void = () => {}, wanted = 0): Promise<Mailbox> {
	const mails: Mail[] = [];
	const server = new SMTPServer({
		disabledCommands: ['AUTH', 'STARTTLS'],
		onData(stream, { envelope }, callback) {
			const keep = async () => {
				const { subject = '', text, html = '', attachments } = await PostalMime.parse(await buffer(stream));
				const { mailFrom, rcptTo } = envelope;
				mails.push({
					from: mailFrom === false ? '' : mailFrom.address,
					to: rcptTo.map(({ address }) => address),
					subject,
					text: (text ?? linksIn(html)).trim(),
					...(attachments.length === 0 ? {} : { attachments: attachments.map(({ mimeType }) => mimeType) }),
				});
				onMail(mails[mails.length - 1]);
			};
			keep().then(() => callback(), callback);
		},
	});
	const listener = server.listen(wanted, '127.0.0.1');
	await once(listener, 'listening');
	const { port } = listener.address() as AddressInfo;
	return {
		mails,
		port,
		credential: { host: '127.0.0.1', port, secure: false, disableStartTls: true },
		close: async () => await new Promise((resolve) => server.close(resolve)),
	};
}

/** The buttons of a mail that waits for a response. */
function linksIn(html: string): string {
	const links = [...html.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>([^<]*)/g)];
	return links.map(([, address, words]) => `${words.trim()}: ${address.replaceAll('&amp;', '&')}`).join('\n');
}
