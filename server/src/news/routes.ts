import * as consoleCalls from '@openmere/core/news/console-contract.ts';
import * as calls from '@openmere/core/news/contract.ts';
import type { OperatorActor } from '../platform/actor.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { serveUpload } from '../platform/http/upload.ts';
import { uploadPicture } from '../setting/upload.ts';
import type { UploadDeps } from '../setting/upload.ts';
import { chooseNotices, listMyChoices } from './choices.ts';
import { getArticle, listArticles, saveArticle, setArticleState } from './edit-news.ts';
import { countMyUnread, getNews, listNews, markSeen } from './list-news.ts';
import { listMyNotices, readNotices } from './list-notices.ts';
import { subscribeDevice, unsubscribeDevice } from './push/subscribe.ts';

export function newsRoutes(api: Api): void {
  serveTx(api, calls.news, listNews);
  serveTx(api, calls.newsFirst, getNews);
  serveTx(api, calls.unread, countMyUnread);
  serveTx(api, calls.newsSeen, markSeen);
  serveTx(api, calls.notices, listMyNotices);
  serveTx(api, calls.noticeRead, readNotices);
  serveTx(api, calls.noticeChoices, listMyChoices);
  serveTx(api, calls.noticeChoose, chooseNotices);
  serveTx(api, calls.pushSubscribe, subscribeDevice);
  serveTx(api, calls.pushUnsubscribe, unsubscribeDevice);
}

/** What operators of content write. */
export async function newsConsoleRoutes(api: Api, deps: UploadDeps): Promise<void> {
  serveTx(api, consoleCalls.adminNews, listArticles);
  serveTx(api, consoleCalls.adminNewsFirst, getArticle);
  serveTx(api, consoleCalls.adminNewsSave, saveArticle);
  serveTx(api, consoleCalls.adminNewsState, setArticleState);
  await serveUpload(api, consoleCalls.adminNewsPicture, (actor, bytes) =>
    uploadPicture({ actor: actor as OperatorActor, ...deps }, bytes),
  );
}
