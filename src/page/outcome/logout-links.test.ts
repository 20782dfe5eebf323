import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLogoutLink } from './logout-links.ts';

const page = 'https://quay.test/members/desk';

test('links that end the session are recognised by their URL', () => {
  for (const path of [
    '/logout',
    '/log-out/',
    '/account/signout.php',
    '/users/sign_out',
    '/doku.php?id=start&do=logout&sectok=4f1',
    '/index.php?title=Special:UserLogout&returnto=Main',
    '/wp-login.php?action=logout&_wpnonce=51',
    '/?logout=1',
    '/konto/abmelden',
    '/cuenta/cerrar-sesion',
    '/compte/d%C3%A9connexion',
    '/oturum/%C3%A7%C4%B1k%C4%B1%C5%9F',
    '/#/logout',
  ])
    assert.equal(isLogoutLink(`https://quay.test${path}`), true, path);
  for (const path of [
    '/members/desk',
    '/login',
    '/articles/how-users-can-log-out-of-the-portal',
    '/products/logoutlet',
    '/blog/signs-outside',
    '/?q=the+difference+between+logout+and+exit',
    '/exit-interviews',
    '/session/7',
  ])
    assert.equal(isLogoutLink(`https://quay.test${path}`), false, path);
});

test('links that end the session are recognised by their text', () => {
  for (const text of [
    'Log out',
    'Logout (ada)',
    'LOG OFF',
    'Sign out ada',
    'Sign out everywhere',
    'Abmelden',
    'Se déconnecter',
    'Déconnexion [ada]',
    'Cerrar sesión',
    'Выйти',
    'ログアウト',
    '退出登录',
    'Wyloguj się',
    'Logga ut',
    'Çıkış yap',
  ])
    assert.equal(isLogoutLink(page, text), true, text);
  for (const text of [
    '',
    'Log in',
    'How to log out of the portal',
    'Log out of the portal with a script of your own',
    'Our sign outside the office',
    'Exit strategy',
    'Sign up',
    'Loggers and outputs',
    'Ausgang',
    'Salir de compras',
    'Выход из порта',
  ])
    assert.equal(isLogoutLink(page, text), false, text);
});
